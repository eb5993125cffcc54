import { createContext, useContext } from 'react'

/** The product name in window titles; an organization may set its own. */
export const ConsoleName = createContext('Kinora')

/** The window title of a screen. */
export function useWindowTitle(title: string): string {
  return `${title} · ${useContext(ConsoleName)}`
}
