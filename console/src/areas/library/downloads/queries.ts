import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api'
import { followDownload } from '../../../lib/browser/save-file'
import { useWorkspace } from '../../identity'

/** Preparing an MP4 takes seconds, or a minute for a long video. */
const pollIntervalMs = 2000

/** Downloads a file of the video, waiting until it is prepared. Unmounting stops the wait. */
export function useDownloadFile(id: string) {
  const { environment } = useWorkspace()
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return useMutation({
    mutationFn: async (file: string) => {
      while (!left.current) {
        const { url } = await api('createDownload', {
          environmentId: environment.id,
          params: { id },
          body: { file },
        })
        if (url !== null) return followDownload(url)
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
      }
    },
  })
}

/** Downloads the originals of several videos and their subtitles in one archive. */
export function useDownloadArchive() {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const body = { ids: [...ids] }
      const { url } = await api('createArchive', { environmentId: environment.id, body })
      if (url !== null) followDownload(url)
    },
  })
}
