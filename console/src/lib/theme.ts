import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored } from './browser/storage'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const watchers = new Set<() => void>()
const darkScheme = matchMedia('(prefers-color-scheme: dark)')
darkScheme.addEventListener('change', apply)
onStoredElsewhere('device', 'theme', show)

function currentTheme(): Theme {
  const stored = readStored('device', 'theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function setTheme(theme: Theme): void {
  writeStored('device', 'theme', theme)
  show()
}

export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }, currentTheme)
}

/** Whether the dark theme is shown, by choice or by system setting. */
export function isDark(): boolean {
  const theme = currentTheme()
  return theme === 'dark' || (theme === 'system' && darkScheme.matches)
}

function show(): void {
  apply()
  for (const watcher of watchers) watcher()
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
}
