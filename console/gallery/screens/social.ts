import type { SocialAccount, SocialApp, SocialPost, SocialTarget } from '@kinora/contract'
import { environmentId, idOf, now, personWith } from './people'
import { noVideos, pageOf, selectableVideos, video } from './samples'
import { type Answers, empty, problem, type States } from './state'

const app: SocialApp = {
  network: 'youtube',
  clientId: '81723-deccan.apps.googleusercontent.com',
  isAudited: false,
  redirectUri: 'https://video.deccan.example/social/callback',
  quotaUntil: null,
  changedAt: now,
}
const notSetUp: SocialApp = { ...app, clientId: null, changedAt: null }

const otherNetworks = (['x', 'linkedin', 'tiktok', 'facebook', 'instagram', 'vimeo'] as const).map(
  (network): SocialApp => ({ ...notSetUp, network }),
)

const account: SocialAccount = {
  id: idOf(50),
  environmentId,
  network: 'youtube',
  remoteId: 'UCdeccan',
  name: 'Deccan News',
  url: null,
  state: 'connected',
  reason: null,
  openPosts: 2,
  connectedBy: 'Ananya Rao Iyer',
  connectedAt: now,
  checkedAt: now,
  endsAt: null,
}
const endsSoon: SocialAccount = {
  ...account,
  id: idOf(52),
  network: 'linkedin',
  remoteId: 'hk2yVp9x',
  name: 'Ananya Rao',
  openPosts: 0,
  endsAt: '2026-12-06T08:00:00.000Z',
}
const ended: SocialAccount = {
  ...account,
  id: idOf(51),
  name: 'Deccan Sport',
  state: 'reconnect',
  reason: 'ended',
  openPosts: 0,
}
const targets: SocialTarget[] = [account, endsSoon, ended].map(({ id, network, name, state, reason }) => ({
  id,
  network,
  name,
  state,
  reason,
  isAudited: false,
}))

const post: SocialPost = {
  id: idOf(60),
  environmentId,
  contentId: video.id,
  contentTitle: video.title,
  accountId: account.id,
  accountName: account.name,
  network: 'youtube',
  title: 'Monsoon reaches Kerala three days early',
  text: '',
  tags: [],
  privacy: 'public',
  publishAt: null,
  zone: 'Asia/Kolkata',
  state: 'published',
  fault: null,
  reason: null,
  detail: null,
  progress: 1,
  nextTryAt: null,
  remoteId: 'aqz-KE-bpKQ',
  url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  withThumbnail: true,
  withCaptions: true,
  extras: [
    { kind: 'thumbnail', languageCode: null, state: 'sent', detail: null },
    {
      kind: 'captions',
      languageCode: 'te',
      state: 'failed',
      detail: 'Request had insufficient authentication scopes. (insufficientPermissions)',
    },
  ],
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  changedAt: now,
  publishedAt: now,
  shownAt: now,
}
const open = { remoteId: null, url: null, publishedAt: null, extras: [] as SocialPost['extras'] }
const posts: SocialPost[] = [
  {
    ...post,
    ...open,
    id: idOf(61),
    title: 'Evening bulletin',
    state: 'scheduled',
    publishAt: '2026-11-21T13:30:00.000Z',
    nextTryAt: '2026-11-21T13:30:00.000Z',
    shownAt: '2026-11-21T13:30:00.000Z',
    progress: 0,
  },
  { ...post, ...open, id: idOf(62), title: 'Parade, whole', state: 'uploading', progress: 0.42 },
  post,
  {
    ...post,
    ...open,
    id: idOf(63),
    title: 'Goal, 73:41',
    state: 'scheduled',
    fault: 'quota',
    reason: 'quota',
    detail: 'The request cannot be completed because you have exceeded your quota. (quotaExceeded)',
    nextTryAt: '2026-11-21T08:00:00.000Z',
    progress: 0,
  },
  {
    ...post,
    ...open,
    id: idOf(64),
    title: 'Debate, best of',
    state: 'failed',
    fault: 'video',
    reason: 'refused-video',
    detail: 'The request metadata specifies an invalid or empty video title. (invalidTitle)',
  },
  {
    ...post,
    ...open,
    id: idOf(65),
    title: 'Temple walk',
    state: 'unknown',
    fault: 'network',
    reason: 'lost-answer',
    detail: 'the connection broke off (ECONNRESET)',
  },
  { ...post, ...open, id: idOf(66), title: 'Sunday kitchen', state: 'draft', progress: 0 },
]

/** Posts of days that are not over. */
const farPosts = posts.map((each) => ({ ...each, shownAt: each.shownAt.replace('2026', '2036') }))

const settings = '/settings/social-accounts'
const tab = `/videos/${video.id}/social-publish`
const ofVideo = { getContent: video, listSocialTargets: { items: targets } } satisfies Answers

/** A network that is set up, and an account that is disconnected. */
function editable(): Answers {
  let shown = notSetUp
  let accounts = [account, ended]
  return {
    listSocialApps: () => ({ items: [shown, ...otherNetworks] }),
    setSocialApp: ({ body }) => {
      shown = { ...app, clientId: body.clientId, isAudited: body.isAudited ?? false }
      return shown
    },
    listSocialAccounts: () => pageOf(accounts),
    checkSocialAccount: ({ params }) => accounts.find(({ id }) => id === params.id) ?? account,
    deleteSocialAccount: ({ params }) => {
      accounts = accounts.filter(({ id }) => id !== params.id)
      return empty
    },
  }
}

/** Posts that a person writes and decides about. */
function writable(): Answers {
  let rows = posts
  const change = (id: string, next: Partial<SocialPost>) => {
    rows = rows.map((row) => (row.id === id ? { ...row, ...next } : row))
    return rows.find((row) => row.id === id) ?? post
  }
  const none = { fault: null, reason: null, detail: null }
  return {
    ...ofVideo,
    listSocialUploads: () => pageOf(rows),
    createSocialPosts: ({ body }) => {
      const made = body.posts.map((given, n): SocialPost => {
        const target = targets.find(({ id }) => id === given.accountId) ?? account
        return {
          ...post,
          ...open,
          id: idOf(70 + n),
          title: given.title,
          accountId: target.id,
          accountName: target.name,
          network: target.network,
          state: given.isDraft ? 'draft' : 'scheduled',
          progress: 0,
        }
      })
      rows = [...made, ...rows]
      return { items: made }
    },
    publishSocialPost: ({ params }) => change(params.id, { ...none, state: 'scheduled', progress: 0 }),
    cancelSocialPost: ({ params }) => change(params.id, { ...none, state: 'canceled' }),
    resolveSocialPost: ({ params, body }) =>
      change(params.id, { ...none, state: 'published', url: body.url, publishedAt: now }),
  }
}

export const social: States = {
  accounts: {
    path: settings,
    answers: {
      listSocialApps: { items: [app, ...otherNetworks] },
      listSocialAccounts: pageOf([account, endsSoon, ended]),
    },
  },
  'not set up': { path: settings, answers: editable },
  'nothing connected': {
    path: settings,
    answers: {
      listSocialApps: { items: [notSetUp, ...otherNetworks] },
      listSocialAccounts: pageOf<SocialAccount>([]),
    },
  },
  'accounts that do not load': {
    path: settings,
    answers: { listSocialApps: problem('unavailable'), listSocialAccounts: problem('unavailable') },
  },
  posts: {
    path: '/social-publish',
    answers: { listSocialPosts: pageOf(posts), listSocialTargets: { items: targets } },
  },
  calendar: {
    path: '/social-publish?view=calendar&day=2036-11-20',
    answers: {
      ...noVideos,
      // One call loads the month, another one the posts of the day.
      listSocialPosts: ({ query: { from, to } }) =>
        pageOf(
          farPosts.filter(
            ({ shownAt }) => (from ?? shownAt) <= shownAt && (to === undefined || shownAt < to),
          ),
        ),
      listSocialTargets: { items: targets },
    },
  },
  'videos that can be posted together': {
    path: '/videos',
    answers: () => ({ ...writable(), ...selectableVideos }),
  },
  'videos without accounts': {
    path: '/videos',
    answers: { ...selectableVideos, listSocialTargets: { items: [] } },
  },
  'no posts': {
    path: '/social-publish',
    answers: { ...noVideos, listSocialPosts: pageOf<SocialPost>([]), listSocialTargets: { items: targets } },
  },
  'no accounts': {
    path: '/social-publish',
    answers: { listSocialPosts: pageOf<SocialPost>([]), listSocialTargets: { items: [] } },
  },
  'posts without the right': {
    path: '/social-publish',
    user: personWith(['Videos.Video.read']),
    answers: { listAdministrators: { items: [] } },
  },
  'posts of a video': { path: tab, answers: writable },
  'posts of a video for a viewer': {
    path: tab,
    user: personWith(['Videos.Video.read', 'Videos.Social Publish.read']),
    answers: { ...ofVideo, listSocialUploads: pageOf(posts) },
  },
  'a video without accounts': {
    path: tab,
    answers: {
      getContent: video,
      listSocialTargets: { items: [] },
      listSocialUploads: pageOf<SocialPost>([]),
    },
  },
}
