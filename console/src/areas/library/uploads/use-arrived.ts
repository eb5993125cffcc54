import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import type { UploadView } from '../../../lib/upload'
import { contentQuery } from '../queries'

/** The screen around the tray may not listen to events: while the row is there, the tray asks for itself. */
const askMs = 1500

/** The video of an upload that is done. */
export function useArrived({ environmentId, contentId, state }: UploadView): Content | undefined {
  const { data } = useQuery({
    ...contentQuery(environmentId, contentId ?? ''),
    enabled: state.kind === 'done' && contentId !== undefined,
    refetchInterval: ({ state: { data: known } }) =>
      known?.playable || known?.status === 'failed' ? false : askMs,
  })
  return data
}
