import type { Action, Module } from '@kinora/contract/permissions'
import {
  type Feature,
  featuresOf,
  moduleNames,
  type RightName,
  type RoleRights,
  rightName,
  rightsOf,
} from './role-rights'

/** What a role would be able to do that it cannot, or no longer do, with one kind of thing. */
export interface FeatureChange {
  readonly kind: 'gains' | 'loses'
  readonly module: Module
  readonly feature: Feature
  readonly actions: readonly Action[]
}

/** `limited`: modules to come are off from now on; `freed`: they are on. */
export type RoleChange = FeatureChange | { readonly kind: 'limited' | 'freed' }

/** The order in which rights are read: seeing comes first. */
export const actionsInOrder = ['read', 'create', 'update', 'delete'] as const satisfies readonly Action[]

/** What turns one into the other: what is gained first, in the order of the matrix. */
export function changesBetween(before: RoleRights, after: RoleRights): readonly RoleChange[] {
  const scope: RoleChange[] = before.full === after.full ? [] : [{ kind: after.full ? 'freed' : 'limited' }]
  return [
    ...scope,
    ...featureChanges('gains', before.granted, after.granted),
    ...featureChanges('loses', after.granted, before.granted),
  ]
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

/** Kinds of things that can be read (written, deleted) at all, and those of them that a role does it with. */
export interface Reach {
  readonly number: number
  readonly total: number
}

/** How much a role reads, writes (creates or changes) and deletes. */
export function reachOf({ granted }: RoleRights): Readonly<Record<'read' | 'write' | 'delete', Reach>> {
  const reach = (...deeds: Action[]): Reach => {
    const kinds = moduleNames
      .flatMap((module) =>
        featuresOf(module).map((feature) => deeds.flatMap((action) => rightsOf(module, { feature, action }))),
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

/** With all of the rights where some were missing, without any of them where all were there. */
export function toggled(rights: RoleRights, names: readonly RightName[]): RoleRights {
  const granted = new Set(rights.granted)
  const add = shareOf(granted, names) !== 'all'
  for (const name of names) {
    if (add) granted.add(name)
    else granted.delete(name)
  }
  return { ...rights, granted }
}
