import type { Module } from '@kinora/contract'
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Fragment, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { shareOf, toggled } from '../role-changes'
import { type Feature, featuresOf, type RoleRights, rightsOf } from '../role-rights'
import { MatrixCell } from './matrix-cell'
import {
  type ColumnId,
  cellKey,
  cellKeys,
  cellState,
  columns,
  everything,
  featureRow,
  type MatrixRow,
  type ModuleRows,
  matrixGroups,
  moduleRow,
} from './matrix-rows'
import { useCellKeys } from './use-cell-keys'

interface MatrixProps {
  readonly before: RoleRights
  readonly rights: RoleRights
  readonly onChange: (rights: RoleRights) => void
  readonly isReadOnly: boolean
  /** Filters the rows by name. */
  readonly phrase: string
}

/** ARIA grid pattern (https://www.w3.org/WAI/ARIA/apg/patterns/grid/) on a native table. */
const gridRole = (isReadOnly: boolean) => ({ role: 'grid', 'aria-readonly': isReadOnly }) as const

/** The rights of a role: modules and features as rows, actions as columns. */
export function Matrix({ before, rights, onChange, isReadOnly, phrase }: MatrixProps) {
  const t = useText()
  const [toggledOpen, setToggledOpen] = useState<ReadonlyMap<Module, boolean>>(new Map())
  const groups = matrixGroups(phrase, {
    module: (module) => t(`rights.modules.${module}`),
    feature: (feature) => t(`rights.features.${feature}`),
  })
  const isOpen = (module: Module) =>
    phrase !== '' || (toggledOpen.get(module) ?? shareOf(rights.granted, rightsOf(module)) === 'some')

  const rowsOf = ({ module, features }: ModuleRows) => {
    const [only] = featuresOf(module)
    if (featuresOf(module).length === 1 && only) return [featureRow(module, only)]
    const inside = isOpen(module) ? features : []
    return [moduleRow(module), ...inside.map((feature) => featureRow(module, feature))]
  }
  const shown = [
    ...(phrase === '' ? [everything] : []),
    ...groups.flatMap(({ rows }) => rows.flatMap(rowsOf)),
  ]
  const keys = useCellKeys(shown.flatMap(cellKeys))

  const cells = (row: MatrixRow, name: string) =>
    columns.map((column) => {
      const names = row.rightsIn(column)
      const key = cellKey(row, column)
      return (
        <td key={column} className={cellLook(column)}>
          {names.length > 0 && (
            <MatrixCell
              label={t(`identity:roles.give.${column}`, { what: name })}
              state={cellState(before, rights, names)}
              isReadOnly={isReadOnly}
              isCurrent={keys.current === key}
              onFocus={() => keys.setCurrent(key)}
              onToggle={() => onChange(toggled(rights, names))}
            />
          )}
        </td>
      )
    })
  const featureCells = (module: Module, feature: Feature, name: string, isInside: boolean) => (
    <tr key={`${module} ${feature}`} className="hover:bg-hover">
      <th scope="row" className={cx(rowHeadLook, isInside ? 'ps-9 font-body text-ink-2' : 'ps-6')}>
        {name}
      </th>
      {cells(featureRow(module, feature), name)}
    </tr>
  )
  const moduleRows = ({ module, features }: ModuleRows) => {
    const name = t(`rights.modules.${module}`)
    const [only] = featuresOf(module)
    if (featuresOf(module).length === 1 && only) return featureCells(module, only, name, false)
    const open = isOpen(module)
    const Caret = open ? CaretDown : CaretRight
    return (
      <Fragment key={module}>
        <tr className="hover:bg-hover">
          <th scope="row" className={rowHeadLook}>
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setToggledOpen(new Map(toggledOpen).set(module, !open))}
              className="flex min-h-7 items-center gap-2.5 rounded-1 text-start"
            >
              <Caret
                size={14}
                className={cx('shrink-0 text-ink-2', !open && 'rtl:-scale-x-100')}
                aria-hidden
              />
              <span>
                {name}
                <span className="ms-2.5 text-12 font-body text-ink-3 max-sm:block max-sm:ms-0">
                  {t('identity:roles.featureCount', { count: featuresOf(module).length })}
                </span>
              </span>
            </button>
          </th>
          {cells(moduleRow(module), name)}
        </tr>
        {open &&
          features.map((feature) => featureCells(module, feature, t(`rights.features.${feature}`), true))}
      </Fragment>
    )
  }

  return (
    <table
      {...gridRole(isReadOnly)}
      aria-label={t('identity:roles.rights')}
      onKeyDown={keys.onKeyDown}
      className="w-full border-separate border-spacing-0"
    >
      <thead>
        <tr>
          <th scope="col" className={cx(headLook, 'text-start')}>
            {t('identity:roles.module')}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={cx(headLook, cellLook(column))}>
              {t(`identity:roles.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {phrase === '' && (
          <tr className="hover:bg-hover">
            <th scope="row" className={cx(rowHeadLook, 'ps-6')}>
              {t('identity:roles.everything')}
            </th>
            {cells(everything, t('identity:roles.everything'))}
          </tr>
        )}
        {groups.map(({ id, rows }) => (
          <Fragment key={id}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className="border-b border-rule pt-4 pb-1.5 text-start text-12 font-body text-ink-3"
              >
                {t(`identity:roles.groups.${id}`)}
              </th>
            </tr>
            {rows.map(moduleRows)}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const headLook =
  'sticky top-0 z-[1] h-(--h-head) border-b border-rule-2 bg-paper text-12 font-mid text-ink-3 max-sm:text-11'
const rowHeadLook = 'h-[34px] border-b border-rule py-0.5 text-start text-13 font-mid text-ink'

/** Columns of equal width; the last one has a gap before it. */
function cellLook(column: ColumnId): string {
  return cx(
    'w-[66px] border-b border-rule text-center align-middle max-sm:w-11',
    column === 'all' && 'border-s ps-0',
  )
}
