import { activityVocabulary } from './activity/vocabulary.ts'
import { adVocabulary } from './ads/vocabulary.ts'
import { analyticsVocabulary } from './analytics/vocabulary.ts'
import { campaignVocabulary } from './campaigns/vocabulary.ts'
import { identityVocabulary } from './identity/vocabulary.ts'
import { libraryVocabulary } from './library/vocabulary.ts'
import { liveVocabulary } from './live/vocabulary.ts'
import type { Merged } from './vocabulary.ts'

/** Vocabularies of all areas. Add new areas here. */
const all = [
  libraryVocabulary,
  liveVocabulary,
  identityVocabulary,
  activityVocabulary,
  adVocabulary,
  campaignVocabulary,
  analyticsVocabulary,
] as const

type All = (typeof all)[number]
type KeyOf<U> = U extends unknown ? keyof U & string : never

const merge = <G extends 'objects' | 'events'>(group: G): Merged<All[G]> =>
  Object.assign({}, ...all.map((vocabulary) => vocabulary[group]))

export type ObjectType = KeyOf<All['objects']>
export type EventType = KeyOf<All['events']>
export type AuditAction = All['auditActions'][number]

export const objectRights = merge('objects')
export const objectTypes = Object.keys(objectRights) as [ObjectType, ...ObjectType[]]
/** The object type of each event type. */
export const eventObjects: Readonly<Record<EventType, ObjectType>> = merge('events')
export const eventTypes = Object.keys(eventObjects) as [EventType, ...EventType[]]
export type EventGroup = KeyOf<All['eventGroups']>
/** The event types of each group. */
export const eventGroups = groupEvents()
export const auditActions = all.flatMap(({ auditActions: actions }) => actions) as [
  AuditAction,
  ...AuditAction[],
]

function groupEvents(): readonly { readonly id: EventGroup; readonly types: readonly EventType[] }[] {
  const groups = all.flatMap((vocabulary) => Object.entries<readonly string[]>(vocabulary.eventGroups))
  const ids = [...new Set(groups.map(([id]) => id))] as EventGroup[]
  return ids.map((id) => {
    const objects = groups.flatMap(([group, types]) => (group === id ? types : []))
    return { id, types: eventTypes.filter((type) => objects.includes(eventObjects[type])) }
  })
}
