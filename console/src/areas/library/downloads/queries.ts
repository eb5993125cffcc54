import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api'
import { followDownload } from '../../../lib/browser/save-file'
import { useHere } from '../../identity'

/** Joining an MP4 takes seconds; a long video's, a minute. */
const askAgainMs = 2000

/** Has the browser save a file of the video, which may have to be made first; leaving stops the wait. */
export function useDownloadFile(id: string) {
  const { environment } = useHere()
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
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    },
  })
}

/** Has the browser save one archive of originals and their subtitles. */
export function useDownloadArchive() {
  const { environment } = useHere()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const body = { ids: [...ids] }
      const { url } = await api('createArchive', { environmentId: environment.id, body })
      if (url !== null) followDownload(url)
    },
  })
}
