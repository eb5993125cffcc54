import type { ReactNode } from 'react'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { cx } from '../../../ui/cx'
import type { Selection } from '../../../ui/table-parts'
import { withKey } from '../../../ui/table-row'

export type SelectTile = (id: string, isSelected: boolean) => void

/** Adds tiles to a selection, with the same function in each render. */
export function useSelectTile({ selected, onChange }: Selection): SelectTile {
  return useStable((id: string, isSelected: boolean) => onChange(withKey(selected, id, isSelected)))
}

interface TileCornerProps {
  readonly id: string
  readonly name: string
  readonly isSelected: boolean
  readonly onSelect: SelectTile
  /** Before the checkbox: a drag handle. */
  readonly handle?: ReactNode
  readonly menu: ReactNode
  readonly className: string
}

/** Checkbox and menu, above the link that covers a tile. Visible on hover and focus, and while the list has
 * `data-selecting`. */
export function TileCorner(props: TileCornerProps) {
  const { id, name, isSelected, onSelect, handle, menu, className } = props
  const t = useText()
  return (
    <span
      className={cx(
        'absolute z-1 flex items-center gap-0.5 bg-panel ps-1 opacity-0 pointer-coarse:opacity-100',
        'group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100',
        'group-data-selecting/tiles:opacity-100',
        className,
      )}
    >
      {handle}
      <span className="grid size-7 place-items-center">
        <Checkbox
          label={t('ui:selectRow', { name })}
          checked={isSelected}
          onChange={(on) => onSelect(id, on)}
        />
      </span>
      {menu}
    </span>
  )
}
