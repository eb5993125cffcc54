import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import type { UploadView } from '../../../lib/upload'
import { contentQuery } from '../queries'

/** The current screen may not listen to events, so the tray polls while the row is visible. */
const pollIntervalMs = 1500

/** The video of a completed upload. */
export function useUploadedVideo({ environmentId, contentId, state }: UploadView): Content | undefined {
  const { data } = useQuery({
    ...contentQuery(environmentId, contentId ?? ''),
    enabled: state.kind === 'done' && contentId !== undefined,
    refetchInterval: ({ state: { data: known } }) =>
      known?.playable || known?.status === 'failed' ? false : pollIntervalMs,
  })
  return data
}
