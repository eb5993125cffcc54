import { lazy } from 'react'
import type { MenuProps } from './menu-body'
import { Opener } from './opener'

const loadBody = () => import('./menu-body')
const MenuBody = lazy(async () => ({ default: (await loadBody()).MenuBody }))

/** A button with a menu, whose code loads when the user is about to open it. */
export function Menu({ trigger, placement = 'bottom end', ...rest }: MenuProps) {
  return (
    <Opener trigger={trigger} opens="menu" onIntent={() => void loadBody()}>
      {(opened) => <MenuBody {...opened} {...rest} placement={placement} />}
    </Opener>
  )
}
