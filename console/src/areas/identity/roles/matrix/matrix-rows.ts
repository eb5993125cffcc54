import { type Action, alwaysGranted, type Module } from '@kinora/contract/permissions'
import { actionsInOrder, type Share, shareOf } from '../role-changes'
import {
  everyRight,
  type Feature,
  featuresOf,
  moduleNames,
  type RightName,
  type RoleRights,
  rightsOf,
} from '../role-rights'

export interface ModuleRows {
  readonly module: Module
  /** The visible features. A module with one feature is shown as that feature. */
  readonly features: readonly Feature[]
}

export interface MatrixGroup {
  readonly id: 'modules' | 'always'
  readonly rows: readonly ModuleRows[]
}

/** Modules grouped by whether every role has them, with the features whose names contain the phrase. */
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

export const columns = [...actionsInOrder, 'all'] as const
export type ColumnId = (typeof columns)[number]

export interface MatrixRow {
  readonly id: string
  /** The rights of a cell; empty if no call needs such a right. */
  readonly rightsIn: (column: ColumnId) => readonly RightName[]
}

export const everything: MatrixRow = {
  id: 'every',
  rightsIn: (column) =>
    column === 'all' ? everyRight : everyRight.filter((right) => right.endsWith(`.${column}`)),
}

export function moduleRow(module: Module): MatrixRow {
  return { id: module, rightsIn: (column) => rightsOf(module, actionOf(column)) }
}

export function featureRow(module: Module, feature: Feature): MatrixRow {
  return {
    id: `${module} ${feature}`,
    rightsIn: (column) => rightsOf(module, { feature, ...actionOf(column) }),
  }
}

export function cellKey({ id }: MatrixRow, column: ColumnId): string {
  return `${id} ${column}`
}

/** The keys of the cells that have rights. */
export function cellKeys(row: MatrixRow): string[] {
  return columns.filter((column) => row.rightsIn(column).length > 0).map((column) => cellKey(row, column))
}

function actionOf(column: ColumnId): { action?: Action } {
  return column === 'all' ? {} : { action: column }
}

/** How many of the rights are granted, and for a single right whether it has changed. */
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
