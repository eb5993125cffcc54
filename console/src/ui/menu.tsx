import { lazy, type ReactNode } from 'react'
import { Opener } from './opener'
import type { PopoverProps } from './popover'

export interface MenuProps extends Pick<PopoverProps, 'placement'> {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly label: string
  /** `MenuItem` and `MenuSection`. */
  readonly children: ReactNode
}

const loadBody = () => import('./menu-body')
const MenuBody = lazy(async () => ({ default: (await loadBody()).MenuBody }))

/** A button with a menu. The menu's code comes with the first intent to open one. */
export function Menu({ trigger, placement = 'bottom end', ...rest }: MenuProps) {
  return (
    <Opener trigger={trigger} opens="menu" onIntent={() => void loadBody()}>
      {(opened) => <MenuBody {...opened} {...rest} placement={placement} />}
    </Opener>
  )
}
