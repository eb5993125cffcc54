import { type ComponentType, type LazyExoticComponent, lazy as reactLazy } from 'react'
import { loadAllTexts } from './i18n'

/**
 * React's `lazy` for parts of a screen that open later, such as dialogs: loads their texts with their code. A part that
 * shows at once uses React's own, and its texts load with the screen.
 */
export function lazy<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return reactLazy(async () => {
    const [part] = await Promise.all([load(), loadAllTexts()])
    return part
  })
}
