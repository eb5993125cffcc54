import type { SocialNetwork, SocialPost, SocialPostState } from '@kinora/contract'
import { newId } from '@kinora/contract/new-id'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api'
import { keepPage } from '../../lib/browser/keep-page'
import { useWorkspace } from '../identity'

export type PostBody = Parameters<typeof api<'updateSocialPost'>>[1]['body']
type NewPosts = Parameters<typeof api<'createSocialPosts'>>[1]['body']['posts']
type AppBody = Parameters<typeof api<'setSocialApp'>>[1]['body']

/** Posts change without an event for each step. */
const refreshMs = 5000
const pageSize = 12

const keyOf = (environmentId: string) => ['social', environmentId] as const

export function socialAppsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...keyOf(environmentId), 'apps'],
    queryFn: ({ signal }) => api('listSocialApps', { environmentId, signal }),
  })
}

export function socialAccountsQuery(environmentId: string, pageNum: number) {
  return queryOptions({
    queryKey: [...keyOf(environmentId), 'accounts', pageNum],
    queryFn: ({ signal }) =>
      api('listSocialAccounts', { environmentId, query: { pageNum, pageSize }, signal }),
    placeholderData: keepPage([...keyOf(environmentId), 'accounts']),
  })
}

export function socialTargetsQuery(environmentId: string) {
  return queryOptions({
    queryKey: [...keyOf(environmentId), 'targets'],
    queryFn: ({ signal }) => api('listSocialTargets', { environmentId, signal }),
  })
}

export interface PostFilter {
  readonly state: SocialPostState | undefined
  readonly q: string
}

/** Instants; the end is not in it. */
export interface PostRange {
  readonly from: string
  readonly to: string
}

const wordsOf = ({ state, q }: PostFilter) => ({ ...(state && { state }), ...(q !== '' && { phrase: q }) })

export function socialPostsQuery(
  environmentId: string,
  { page, range, ...filter }: PostFilter & { readonly page: number; readonly range?: PostRange | undefined },
) {
  const key = [...keyOf(environmentId), 'posts', filter.state, filter.q, range]
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api('listSocialPosts', {
        environmentId,
        query: { pageNum: page, pageSize, ...wordsOf(filter), ...range },
        signal,
      }),
    placeholderData: keepPage(key),
    refetchInterval: refreshMs,
  })
}

/** The latest posts of a range, at most 500, and how many there are. */
export function socialRangeQuery(environmentId: string, range: PostRange, filter: PostFilter) {
  return queryOptions({
    queryKey: [...keyOf(environmentId), 'range', range, filter],
    queryFn: async ({ signal }) => {
      const posts: SocialPost[] = []
      for (let pageNum = 1; ; pageNum += 1) {
        const { items, totalItems } = await api('listSocialPosts', {
          environmentId,
          query: { pageNum, pageSize: 100, ...wordsOf(filter), ...range },
          signal,
        })
        posts.push(...items)
        if (items.length < 100 || pageNum === 5) return { posts, totalItems }
      }
    },
    refetchInterval: refreshMs,
  })
}

export function postsOfVideoQuery(environmentId: string, contentId: string, pageNum: number) {
  const key = [...keyOf(environmentId), 'video', contentId]
  return queryOptions({
    queryKey: [...key, pageNum],
    queryFn: ({ signal }) =>
      api('listSocialUploads', {
        environmentId,
        params: { id: contentId },
        query: { pageNum, pageSize },
        signal,
      }),
    placeholderData: keepPage(key),
    refetchInterval: refreshMs,
  })
}

/** A change, after which all of the area is loaded again. */
function useChange<Input, Answer>(run: (environmentId: string, input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (input: Input) => run(environment.id, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(environment.id) }),
  })
}

export const useSetApp = (network: SocialNetwork) =>
  useChange((environmentId, body: AppBody) =>
    api('setSocialApp', { environmentId, params: { network }, body }),
  )

export const useDeleteApp = () =>
  useChange((environmentId, network: SocialNetwork) =>
    api('deleteSocialApp', { environmentId, params: { network } }),
  )

/** Begins to connect an account, and leaves the console for the page of the network. */
export function useConnect() {
  const { environment } = useWorkspace()
  return useMutation({
    mutationFn: (body: { readonly network: SocialNetwork; readonly accountId?: string }) =>
      api('connectSocialAccount', { environmentId: environment.id, body }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Connects the account with what the network sent back. The page is outside of an environment. */
export function useFinishConnection() {
  return useMutation({
    mutationFn: ({ environmentId, ...body }: { environmentId: string; state: string; code: string }) =>
      api('finishSocialAccount', { environmentId, body }),
  })
}

export const useCheckAccount = () =>
  useChange((environmentId, id: string) => api('checkSocialAccount', { environmentId, params: { id } }))

export const useDeleteAccount = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('deleteSocialAccount', { environmentId, params: { id } }),
  )

/** Creates posts, all or none. The same posts again, after an answer that was lost, have the same key, so that none is there twice. */
export function useCreatePosts() {
  const sent = useRef({ posts: '', key: '' })
  return useChange((environmentId, posts: NewPosts) => {
    const text = JSON.stringify(posts)
    if (sent.current.posts !== text) sent.current = { posts: text, key: newId() }
    return api('createSocialPosts', { environmentId, body: { posts }, idempotencyKey: sent.current.key })
  })
}

export const useUpdatePost = () =>
  useChange((environmentId, { id, body }: { readonly id: string; readonly body: PostBody }) =>
    api('updateSocialPost', { environmentId, params: { id }, body }),
  )

export const usePublishPost = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('publishSocialPost', { environmentId, params: { id } }),
  )

export const useCancelPost = () =>
  useChange((environmentId, { id }: { readonly id: string }) =>
    api('cancelSocialPost', { environmentId, params: { id } }),
  )

export const useResolvePost = (id: string) =>
  useChange((environmentId, url: string) =>
    api('resolveSocialPost', { environmentId, params: { id }, body: { url } }),
  )
