import type { AiClip, AiClipState, Transcript } from '@kinora/contract'
import { idOf, now, viewer } from './people'
import { video } from './samples'
import { type Answers, pending, problem, type States } from './state'
import { subtitle } from './subtitles'

const path = `/videos/${idOf(1)}/ai-clips`

/** A video of two minutes. */
const talk = { ...video, duration: 120 }

const suggestion: AiClip = {
  id: idOf(21),
  contentId: video.id,
  start: 11.85,
  end: 41.2,
  title: 'Why does the new bridge cost 40 million?',
  state: 'suggested',
  strength: 0.74,
  parts: [
    { name: 'keywords', value: 0.9, weight: 0.294 },
    { name: 'centrality', value: 0.8, weight: 0.235 },
    { name: 'loudness', value: 0.6, weight: 0.176 },
    { name: 'hook', value: 1, weight: 0.118 },
    { name: 'dangling-start', value: 0, weight: -0.3 },
  ],
  reasons: [
    { name: 'question', words: [] },
    { name: 'number', words: ['40'] },
    { name: 'keywords', words: ['bridge', 'trains', 'river'] },
    { name: 'loud', words: [] },
  ],
  text: 'Why does the new bridge cost 40 million? The bridge carries trains, and the trains cross the river each day.',
  isEdited: false,
  createdBy: null,
  publishedContentId: null,
  createdAt: now,
  updatedAt: now,
}

const weaker: AiClip = {
  ...suggestion,
  id: idOf(22),
  start: 51.85,
  end: 80.1,
  title: 'And so the engineers built it with steel from',
  strength: 0.31,
  parts: [{ name: 'dangling-start', value: 1, weight: -0.3 }],
  reasons: [
    { name: 'central', words: [] },
    { name: 'dangling', words: ['And'] },
    { name: 'weak-end', words: ['from'] },
    { name: 'unsure', words: [] },
  ],
  text: 'And so the engineers built it with steel from',
}

const byHand: AiClip = {
  ...suggestion,
  id: idOf(23),
  start: 90,
  end: 110,
  title: 'The opening',
  state: 'highlight',
  strength: null,
  parts: [],
  reasons: [],
  createdBy: 'Ananya Rao Iyer',
  publishedContentId: idOf(31),
}

const archived: AiClip = { ...suggestion, id: idOf(24), state: 'archived', title: 'Thank you all for coming' }

const transcript: Transcript = {
  contentId: video.id,
  language: 'en',
  quality: 'good',
  engine: 'PocketSphinx',
  updatedAt: now,
  sentences: [
    {
      id: idOf(5),
      start: 8,
      end: 48,
      speaker: null,
      text: 'before why bridge river after',
      words: ['before', 'why', 'bridge', 'river', 'after'].map((text, n) => ({
        start: [8, 12, 20, 40, 47][n] ?? 0,
        end: [9, 13, 21, 41, 48][n] ?? 0,
        text,
        confidence: 0.9,
      })),
      isEdited: false,
    },
  ],
}

/** A server that keeps the clips. */
function clipsOf(
  given: readonly AiClip[],
  found: readonly AiClip[] = [],
  basis: 'words' | 'audio' | null = 'words',
) {
  let clips = [...given]
  const change = (id: string, values: Partial<AiClip>) => {
    clips = clips.map((clip) => (clip.id === id ? { ...clip, ...values } : clip))
    return clips.find((clip) => clip.id === id) ?? problem('not-found')
  }
  const countOf = (state: AiClipState) => clips.filter((clip) => clip.state === state).length
  return {
    getContent: talk,
    getTranscript: transcript,
    listAiClips({ query: { state } }) {
      const items = clips.filter((clip) => state === undefined || clip.state === state)
      return {
        items,
        pageNum: 1,
        pageSize: 12,
        totalItems: items.length,
        counts: {
          suggested: countOf('suggested'),
          highlight: countOf('highlight'),
          archived: countOf('archived'),
        },
        basis,
      }
    },
    suggestAiClips() {
      clips = [...clips.filter(({ state }) => state !== 'suggested'), ...found]
      return { items: [...found] }
    },
    createAiClip({ body: { title } }) {
      const clip = { ...byHand, id: idOf(25), state: 'suggested', title, publishedContentId: null } as const
      clips = [clip, ...clips]
      return clip
    },
    updateAiClip: ({ params: { clipId }, body: { title, state } }) =>
      change(clipId, {
        ...(title !== undefined && { title, isEdited: true }),
        ...(state !== undefined && { state }),
      }),
    highlightAiClip: ({ params: { clipId } }) => change(clipId, { state: 'highlight' }),
    archiveAiClip: ({ params: { clipId } }) => change(clipId, { state: 'archived' }),
    publishAiClip: ({ params: { clipId } }) => change(clipId, { publishedContentId: idOf(31) }),
    listSubtitles: { items: [subtitle] },
    createSocialClip: talk,
  } satisfies Answers
}

const audioOnly: AiClip = {
  ...suggestion,
  title: null,
  text: '',
  parts: [{ name: 'loudness', value: 1, weight: 0.5 }],
  reasons: [
    { name: 'loud', words: [] },
    { name: 'no-words', words: [] },
  ],
}

/** States of the tab AI clips. */
export const aiClips: States = {
  'a video without AI clips': { path, answers: () => clipsOf([], [suggestion, weaker]) },
  'AI clips': { path, answers: () => clipsOf([suggestion, weaker, byHand, archived]) },
  'AI clips without a transcript': { path, answers: () => clipsOf([audioOnly], [], 'audio') },
  'AI clips of a video that was not analyzed': {
    path,
    answers: () => ({ ...clipsOf([], [], null), getAnalysis: pending }),
  },
  'AI clips for a reader': { path, user: viewer, answers: () => clipsOf([suggestion, byHand]) },
  'AI clips that load': { path, answers: { getContent: talk, listAiClips: pending } },
  'AI clips that do not load': {
    path,
    answers: { getContent: talk, listAiClips: problem('unavailable') },
  },
  'AI clips that cannot be changed now': {
    path,
    answers: () => ({
      ...clipsOf([suggestion]),
      suggestAiClips: problem('not-analyzed'),
      publishAiClip: problem('storage-full'),
    }),
  },
}
