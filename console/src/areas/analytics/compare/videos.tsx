import { lazy } from '../../../lib/lazy'
import { useView } from '../view'
import { VideoTable } from './video-table'

const Comparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }))

/** Videos with their figures, or those that are compared. */
export function Videos() {
  const { open } = useView()
  return open === 'compare' ? <Comparison /> : <VideoTable />
}
