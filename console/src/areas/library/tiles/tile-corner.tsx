import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { cx } from '../../../ui/cx'
import type { Selection } from '../../../ui/table-parts'
import { withKey } from '../../../ui/table-row'

interface TileCornerProps {
  readonly id: string
  readonly name: string
  readonly selection: Selection
  /** Before the checkbox: a drag handle. */
  readonly handle?: ReactNode
  readonly menu: ReactNode
  readonly className: string
}

/** Checkbox and menu, above the link that covers a tile. Visible on hover and focus, and while tiles are selected. */
export function TileCorner({ id, name, selection, handle, menu, className }: TileCornerProps) {
  const t = useText()
  const { selected, onChange } = selection
  return (
    <span
      className={cx(
        'absolute z-1 flex items-center gap-0.5 bg-panel ps-1 pointer-coarse:opacity-100',
        selected.size === 0 &&
          'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100',
        className,
      )}
    >
      {handle}
      <span className="grid size-7 place-items-center">
        <Checkbox
          label={t('ui:selectRow', { name })}
          checked={selected.has(id)}
          onChange={(on) => onChange(withKey(selected, id, on))}
        />
      </span>
      {menu}
    </span>
  )
}
