import { auditActions, eventGroupObjects, eventObjects, meters, objectRights } from './vocabularies.gen.ts'

export type { MeterUnit } from './feature.ts'
export { auditActions, eventObjects, meters, objectRights }

export type ObjectType = keyof typeof objectRights
export type EventType = keyof typeof eventObjects
export type AuditAction = (typeof auditActions)[number]
export type MeterId = keyof typeof meters
export type EventGroup = keyof typeof eventGroupObjects

export const objectTypes = Object.keys(objectRights) as [ObjectType, ...ObjectType[]]
export const eventTypes = Object.keys(eventObjects) as [EventType, ...EventType[]]
export const meterIds = Object.keys(meters) as [MeterId, ...MeterId[]]
/** The event types of each group. */
export const eventGroups = Object.entries<readonly string[]>(eventGroupObjects).map(([id, objects]) => ({
  id: id as EventGroup,
  types: eventTypes.filter((type) => objects.includes(eventObjects[type])),
}))
