import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'

const person = z.object({
  id: uuid,
  /** Null before somebody gives one. */
  name: z.nullable(z.string()),
  /** A picture of the face, as a data URL. */
  picture: z.nullable(z.string()),
  /** Number of videos in which the face is seen. */
  videos: z.number(),
})
export type Person = z.infer<typeof person>

export const updatePersonBody = z.object({ name: z.nullable(name) })
export const mergePeopleBody = z.object({ otherId: uuid })

const path = `${base}/ai_analysis/people`

const peopleCalls = {
  listPeople: call({
    method: 'GET',
    path,
    summary: 'List the people who were found in videos of the environment, those with a name first.',
    caller: 'environment',
    right: videos('read'),
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(person),
    kind: 'json',
    status: 200,
  }),
  updatePerson: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Name a person. The name stays when videos are analyzed again.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: updatePersonBody,
    answer: person,
    kind: 'json',
    status: 200,
  }),
  mergePeople: call({
    method: 'POST',
    path: `${path}/:id/merge`,
    summary: 'Make one person of two. The other one is deleted, and its faces belong to this one.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: mergePeopleBody,
    answer: person,
    kind: 'json',
    status: 200,
  }),
  deletePerson: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Delete a person permanently, with all faces, their pictures and what they are recognized by. Another analysis may find the face again, as somebody without a name.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const peopleFeature = defineFeature({
  calls: peopleCalls,
  objects: { person: videos('read') },
  auditActions: ['person.updated', 'person.merged', 'person.deleted'],
})
