import { lazy } from 'react'
import type { MenuProps } from './menu-body'
import { Opener } from './opener'

const loadBody = () => import('./menu-body')
const MenuBody = lazy(async () => ({ default: (await loadBody()).MenuBody }))

interface OwnProps extends MenuProps {
  /** Called when a press is likely, to load what the menu lists. */
  readonly onIntent?: () => void
}

/** A button with a menu, whose code loads when the user is about to open it. */
export function Menu({ trigger, placement = 'bottom end', onIntent, ...rest }: OwnProps) {
  const prepare = () => {
    void loadBody()
    onIntent?.()
  }
  return (
    <Opener trigger={trigger} opens="menu" onIntent={prepare}>
      {(opened) => <MenuBody {...opened} {...rest} placement={placement} />}
    </Opener>
  )
}
