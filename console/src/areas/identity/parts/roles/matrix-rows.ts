import { alwaysGranted, type Module } from '@kinora/contract/permissions'
import { type Share, shareOf } from '../../role-changes'
import { type Feature, featuresOf, moduleNames, type RoleRights } from '../../role-rights'

export interface ModuleRows {
  readonly module: Module
  /** Those that are shown. A module of one feature is shown as that feature. */
  readonly features: readonly Feature[]
}

export interface MatrixGroup {
  readonly id: 'modules' | 'always'
  readonly rows: readonly ModuleRows[]
}

/** Modules by whether a role has them without asking, with the features whose names have the phrase in them. */
export function matrixGroups(
  phrase: string,
  nameOf: { module: (module: Module) => string; feature: (feature: Feature) => string },
): readonly MatrixGroup[] {
  const found = moduleNames.flatMap((module) => {
    const features = matches(nameOf.module(module), phrase)
      ? featuresOf(module)
      : featuresOf(module).filter((feature) => matches(nameOf.feature(feature), phrase))
    return features.length > 0 ? [{ module, features }] : []
  })
  const groups: readonly MatrixGroup[] = [
    { id: 'modules', rows: found.filter(({ module }) => !alwaysGranted.includes(module)) },
    { id: 'always', rows: found.filter(({ module }) => alwaysGranted.includes(module)) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/** How the rights stand, and for a single one whether that is news. */
export function cellState(
  before: RoleRights,
  after: RoleRights,
  rights: readonly string[],
): Share | 'added' | 'removed' {
  const now = shareOf(after.granted, rights)
  if (rights.length > 1) return now
  const then = shareOf(before.granted, rights)
  if (now === then) return now
  return now === 'all' ? 'added' : 'removed'
}

function matches(text: string, phrase: string): boolean {
  return text.toLocaleLowerCase().includes(phrase.trim().toLocaleLowerCase())
}
