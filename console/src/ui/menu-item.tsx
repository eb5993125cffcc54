import { Check } from '@phosphor-icons/react/dist/csr/Check'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { useMenuKit } from './menu-kit'
import { menuRowLook } from './menu-look'

interface MenuItemProps {
  readonly children: string
  readonly id?: string
  readonly icon?: ReactNode
  /** At the end of the row: keys, a count. */
  readonly end?: ReactNode
  readonly href?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onAction?: () => void
  /** Language of the label, if it is not the current one. */
  readonly lang?: string
}

export function MenuItem(props: MenuItemProps) {
  const { children, icon, end, danger, disabled, lang, onAction, ...rest } = props
  const { Item } = useMenuKit()
  return (
    <Item
      {...rest}
      {...(onAction && { onAction })}
      textValue={children}
      isDisabled={disabled ?? false}
      className={cx(menuRowLook, danger && 'text-bad')}
    >
      {({ isSelected }) => (
        <>
          {icon !== undefined && <span className="grid w-4 place-items-center text-ink-2">{icon}</span>}
          <span className="cut flex-1" {...(lang !== undefined && { lang })}>
            {children}
          </span>
          {end}
          {isSelected && <Check size={14} weight="bold" className="text-ink-2" aria-hidden />}
        </>
      )}
    </Item>
  )
}
