import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, oneLine, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { exportRules, exportRulesPath as path } from './base.ts'
import { exportTarget } from './cloud-exports.ts'
import { accountChoice } from './cloud-imports.ts'
import { cloudExportLimits } from './values.ts'

const fields = {
  ...exportTarget,
  name: name.check(z.maxLength(cloudExportLimits.nameLength)),
  /** Only videos of this folder and those below it. Null for all. */
  collectionId: z.nullable(uuid),
  /** Only videos that have all of these tags. */
  tags: z.array(z.string().check(z.minLength(1), z.maxLength(100), oneLine)).check(z.maxLength(50)),
}

export const exportRuleBody = z.object({
  ...fields,
  path: z._default(fields.path, ''),
  collectionId: z._default(fields.collectionId, null),
  tags: z._default(fields.tags, []),
})
export type ExportRuleBody = z.output<typeof exportRuleBody>

const { accountId: _account, ...shown } = fields

export const exportRule = z.object({
  id: uuid,
  ...shown,
  account: accountChoice,
  /** Name of the folder of the videos. Null if it was deleted, or for all. */
  collectionName: z.nullable(z.string()),
  isPaused: z.boolean(),
  createdBy: z.string(),
  createdAt: time,
})
export type ExportRule = z.infer<typeof exportRule>

const exportRuleCalls = {
  createExportRule: call({
    method: 'POST',
    path,
    summary: `Export videos to an account by themselves, when they become ready or have a new file. A rule does not apply to videos that are ready already. An environment has at most ${cloudExportLimits.rulesPerEnvironment} rules.`,
    caller: 'environment',
    right: exportRules('create'),
    body: exportRuleBody,
    answer: exportRule,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'limit-reached', 'in-trash'],
  }),
  listExportRules: call({
    method: 'GET',
    path,
    summary: 'List the rules by which videos are exported, by name.',
    caller: 'environment',
    right: exportRules('read'),
    query: z.object(pageQuery),
    answer: page(exportRule),
    kind: 'json',
    status: 200,
  }),
  updateExportRule: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Replace a rule. What it has exported stays.',
    caller: 'environment',
    right: exportRules('update'),
    params: idParams,
    body: exportRuleBody,
    answer: exportRule,
    kind: 'json',
    status: 200,
    problems: ['name-taken', 'in-trash'],
  }),
  deleteExportRule: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a rule. What it has exported stays, and exports that it began go on.',
    caller: 'environment',
    right: exportRules('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  pauseExportRule: call({
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause a rule. Videos that become ready meanwhile are not exported later.',
    caller: 'environment',
    right: exportRules('update'),
    params: idParams,
    answer: exportRule,
    kind: 'json',
    status: 200,
  }),
  resumeExportRule: call({
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Resume a rule for videos that become ready from now on.',
    caller: 'environment',
    right: exportRules('update'),
    params: idParams,
    answer: exportRule,
    kind: 'json',
    status: 200,
  }),
}

export const exportRuleFeature = defineFeature({
  calls: exportRuleCalls,
  objects: { export_rule: exportRules('read') },
  auditActions: [
    'export_rule.created',
    'export_rule.updated',
    'export_rule.deleted',
    'export_rule.paused',
    'export_rule.resumed',
  ],
})
