import { lazy } from '../../../lib/lazy'
import { useFollowed } from './use-followed'

const ExportTray = lazy(async () => ({ default: (await import('./export-tray')).ExportTray }))

/** Loads the tray only for those who have ordered an export. */
export function LazyExportTray() {
  const [followed] = useFollowed()
  return followed !== '' && <ExportTray />
}
