import type { Answers } from './state'

/** The list of videos without videos. */
export const noVideos = {
  listContents: { items: [], pageNum: 1, pageSize: 25, totalItems: 0, assetCollections: [], similar: false },
  listProfileChoices: { items: [] },
} as const satisfies Answers
