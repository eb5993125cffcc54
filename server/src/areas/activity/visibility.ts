import { type EventType, eventTypes, type ObjectType, objectTypes, type Right } from '@kinora/contract'
import { type Actor, can, type Scope } from '../../platform/auth.ts'
import type { Activity } from './activity.ts'

/** The right to see a thing is the right to hear of it. Null: everybody in the environment. */
const rights: Record<ObjectType, Right | null> = {
  asset: ['Videos', 'Video', 'read'],
  upload: ['Videos', 'Video', 'read'],
  collection: ['DAM', 'Folder', 'read'],
  environment: null,
  api_token: ['Settings', 'Api Access Token', 'read'],
  signing_key: ['Settings', 'Signing Key', 'read'],
  webhook: ['Settings', 'Webhook', 'read'],
}

/** Whether the scope's role may see events about things of this type, in lists, exports and the stream alike. */
export function maySee({ grants }: Pick<Scope, 'grants'>, objectType: ObjectType): boolean {
  const right = rights[objectType]
  return right === null || can(grants, right)
}

/** The event types among `wanted` that the scope's role may see. */
export function visibleTypes(
  scope: Pick<Scope, 'grants'>,
  wanted: readonly EventType[] = eventTypes,
): EventType[] {
  return wanted.filter((type) => maySee(scope, objectTypeOf(type)))
}

/** What an event of this type is about: `asset` for `video.asset.ready`. */
export function objectTypeOf(type: EventType): ObjectType {
  const words = type.split('.')
  const found = objectTypes.find((objectType) => words.includes(objectType))
  if (found === undefined) throw new Error(`${type} is about nothing we know`)
  return found
}

/** The environments to look into: the present one, or all of the organisation where the actor has the right. */
export async function placesToLook(
  { authenticator }: Pick<Activity, 'authenticator'>,
  actor: Actor,
  scope: Scope,
  { everywhere, right }: { everywhere: boolean; right: Right },
): Promise<readonly Scope[]> {
  if (!everywhere) return [scope]
  const scopes = await authenticator.environments(actor, scope.organizationId)
  return scopes.filter(({ grants }) => can(grants, right))
}
