import { lazy } from '../../../lib/lazy'
import { useFollowed } from './use-followed'

const ExportTray = lazy(async () => ({ default: (await import('./export-tray')).ExportTray }))

/** Loads the tray only if the user has created an export. */
export function LazyExportTray() {
  const [followed] = useFollowed()
  return followed !== '' && <ExportTray />
}
