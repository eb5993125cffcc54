import { useChangeView, useView } from '../view'

/** Maximum number of videos to compare. */
export const MOST_COMPARED = 5

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The selected videos from the URL, at most `MOST_COMPARED`, and a function that changes them. */
export function useChosen(): [string[], (ids: Iterable<string>) => void] {
  const { videos, page } = useView()
  const change = useChangeView()
  const ids = [...new Set((videos ?? '').split(',').filter((id) => uuid.test(id)))].slice(0, MOST_COMPARED)
  return [
    ids,
    (chosen) => change({ page, videos: [...chosen].slice(0, MOST_COMPARED).join(',') || undefined }),
  ]
}
