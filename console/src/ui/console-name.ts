import { createContext, useContext } from 'react'

/** What the console calls itself in the titles of windows: an organisation may have given it a name of its own. */
export const ConsoleName = createContext('Kinora')

/** The title of the window while a screen of this title is shown. */
export function useWindowTitle(title: string): string {
  return `${title} · ${useContext(ConsoleName)}`
}
