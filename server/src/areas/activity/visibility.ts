import { type EventType, eventTypes, type ObjectType, objectTypes, type Right } from '@kinora/contract'
import { type Actor, can, type OrganizationScope, type Scope } from '../../platform/auth.ts'
import type { Activity } from './activity.ts'

/** What events and the audit trail tell of. */
type Thing = ObjectType | 'saved_view' | 'organization' | 'invitation' | 'role'

/** The right to see a thing is the right to hear of it. Null: everybody in the environment. */
const rights: Record<Thing, Right | null> = {
  asset: ['Videos', 'Video', 'read'],
  upload: ['Videos', 'Video', 'read'],
  thumbnail: ['Videos', 'Video', 'read'],
  import: ['Videos', 'Video', 'create'],
  audio_track: ['Videos', 'Video', 'read'],
  subtitle: ['Videos', 'Video', 'read'],
  collection: ['DAM', 'Folder', 'read'],
  saved_view: ['Videos', 'Video', 'read'],
  encoding_profile: ['Settings', 'Encoding Profile', 'read'],
  environment: null,
  api_token: ['Settings', 'Api Access Token', 'read'],
  signing_key: ['Settings', 'Signing Key', 'read'],
  webhook: ['Settings', 'Webhook', 'read'],
  organization: null,
  member: ['Settings', 'User', 'read'],
  invitation: ['Settings', 'User', 'read'],
  role: ['Settings', 'Role', 'read'],
}
const things = Object.keys(rights) as Thing[]

/** Whether the scope's role may see what happened to things of this type, in lists, exports and the stream alike. */
export function maySee({ grants }: Pick<OrganizationScope, 'grants'>, thing: Thing): boolean {
  const right = rights[thing]
  return right === null || can(grants, right)
}

/** The kinds of things that the scope's role may see. */
export function visibleThings(scope: Pick<OrganizationScope, 'grants'>): string[] {
  return things.filter((thing) => maySee(scope, thing))
}

export function seesEverything(scope: Pick<OrganizationScope, 'grants'>): boolean {
  return visibleThings(scope).length === things.length
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
