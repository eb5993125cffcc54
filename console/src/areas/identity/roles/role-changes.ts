import type { Action, Module, RoleFilter } from '@kinora/contract/permissions'
import {
  type Feature,
  featuresOf,
  isLimited,
  moduleNames,
  type RightName,
  type RoleRights,
  rightName,
  rightsOf,
} from './role-rights'

/** The actions on one feature that a role gains or loses. */
export interface FeatureChange {
  readonly kind: 'gains' | 'loses'
  readonly module: Module
  readonly feature: Feature
  readonly actions: readonly Action[]
}

/** `limited`: future modules become off; `freed`: they become on. */
export type RoleChange = FeatureChange | { readonly kind: 'limited' | 'freed' | FilterChange }

/** How the videos of a role change: from all to some, from some to all, or to other ones. */
type FilterChange = 'filtered' | 'unfiltered' | 'refiltered'

/** Display order: `read` comes first. */
export const actionsInOrder = ['read', 'create', 'update', 'delete'] as const satisfies readonly Action[]

/** The changes from one set of rights to another: gains first, in the order of the matrix. */
export function changesBetween(before: RoleRights, after: RoleRights): readonly RoleChange[] {
  const scope: RoleChange[] = before.full === after.full ? [] : [{ kind: after.full ? 'freed' : 'limited' }]
  return [
    ...scope,
    ...filterChanges(before, after),
    ...featureChanges('gains', before.granted, after.granted),
    ...featureChanges('loses', after.granted, before.granted),
  ]
}

function filterChanges({ filter: before }: RoleRights, { filter: after }: RoleRights): RoleChange[] {
  if (textOf(before) === textOf(after)) return []
  if (!isLimited(before)) return [{ kind: 'filtered' }]
  return [{ kind: isLimited(after) ? 'refiltered' : 'unfiltered' }]
}

function textOf({ folders, tags, metadata }: RoleFilter): string {
  return JSON.stringify([folders, tags, metadata?.map(({ key, value }) => [key, value])])
}

function featureChanges(
  kind: FeatureChange['kind'],
  without: ReadonlySet<RightName>,
  within: ReadonlySet<RightName>,
): FeatureChange[] {
  return moduleNames.flatMap((module) =>
    featuresOf(module).flatMap((feature) => {
      const changed = actionsInOrder.filter((action) => {
        const right = rightName(module, feature, action)
        return within.has(right) && !without.has(right)
      })
      return changed.length > 0 ? [{ kind, module, feature, actions: changed }] : []
    }),
  )
}

/** How many features have the action at all, and how many of them the role may use. */
export interface Reach {
  readonly number: number
  readonly total: number
}

/** How many features a role may read, write (create or update) and delete. */
export function reachOf({ granted }: RoleRights): Readonly<Record<'read' | 'write' | 'delete', Reach>> {
  const reach = (...actions: Action[]): Reach => {
    const kinds = moduleNames
      .flatMap((module) =>
        featuresOf(module).map((feature) =>
          actions.flatMap((action) => rightsOf(module, { feature, action })),
        ),
      )
      .filter((rights) => rights.length > 0)
    return {
      number: kinds.filter((rights) => shareOf(granted, rights) !== 'none').length,
      total: kinds.length,
    }
  }
  return { read: reach('read'), write: reach('create', 'update'), delete: reach('delete') }
}

export type Share = 'all' | 'some' | 'none'

export function shareOf(granted: ReadonlySet<RightName>, rights: readonly RightName[]): Share {
  const count = rights.filter((right) => granted.has(right)).length
  return count === 0 ? 'none' : count === rights.length ? 'all' : 'some'
}

/** Grants all of the rights, or revokes all if the role has all of them. */
export function toggled(rights: RoleRights, names: readonly RightName[]): RoleRights {
  const granted = new Set(rights.granted)
  const add = shareOf(granted, names) !== 'all'
  for (const name of names) {
    if (add) granted.add(name)
    else granted.delete(name)
  }
  return { ...rights, granted }
}
