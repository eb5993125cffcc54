import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { path as base, streams, tile } from './base.ts'
import { rotationTimes, wallGrids, wallLimits } from './values.ts'

const layoutFields = {
  name: name.check(z.maxLength(wallLimits.nameLength)),
  /** Tiles of a row and of a column. */
  grid: z.literal([...wallGrids]),
  /** Tiles in order. Null leaves a place empty. */
  tiles: z.array(z.nullable(tile)).check(z.maxLength(wallLimits.layoutTiles)),
  /** Seconds for which a page is shown, if the tiles need several. Null stays on a page. */
  rotateS: z._default(z.nullable(z.literal([...rotationTimes])), null),
}

export const layoutBody = z.object(layoutFields)
export type LayoutBody = z.output<typeof layoutBody>

export const wallLayout = z.object({
  id: uuid,
  ...layoutFields,
  rotateS: z.nullable(z.literal([...rotationTimes])),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type WallLayout = z.infer<typeof wallLayout>

const path = `${base}/layouts`

const layoutCalls = {
  listWallLayouts: call({
    method: 'GET',
    path,
    summary: 'List the layouts of walls that people of the environment saved, by name.',
    caller: 'environment',
    right: streams('read'),
    answer: z.object({ items: z.array(wallLayout) }),
    kind: 'json',
    status: 200,
  }),
  createWallLayout: call({
    method: 'POST',
    path,
    summary: 'Save a layout of a wall for everybody in the environment.',
    caller: 'environment',
    right: streams('update'),
    body: layoutBody,
    answer: wallLayout,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'limit-reached'],
  }),
  updateWallLayout: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Replace a layout of a wall.',
    caller: 'environment',
    right: streams('update'),
    params: idParams,
    body: layoutBody,
    answer: wallLayout,
    kind: 'json',
    status: 200,
    problems: ['name-taken'],
  }),
  deleteWallLayout: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a layout of a wall.',
    caller: 'environment',
    right: streams('update'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const layoutFeature = defineFeature({
  calls: layoutCalls,
  objects: { wall_layout: streams('read') },
  auditActions: ['wall_layout.created', 'wall_layout.updated', 'wall_layout.deleted'],
})
