import { lazy } from '../../../lib/lazy'
import { useView } from '../view'
import { VideoTable } from './video-table'

const Comparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }))

/** The Video analytics tab: the table of videos, or their comparison. */
export function Videos() {
  const { open } = useView()
  return open === 'compare' ? <Comparison /> : <VideoTable />
}
