import type {
  Analysis,
  AnalysisPartState,
  Engine,
  PictureText,
  SavedView,
  SearchMoment,
  SeenPerson,
  Subtitle,
  SuggestedMetadata,
  Transcript,
} from '@kinora/contract'
import { aiClips } from './ai-clips'
import { idOf, now } from './people'
import { video } from './samples'
import { type Answer, type Answers, empty, problem, type States } from './state'

const path = `/videos/${idOf(1)}/ai-analysis`
const inside = { languages: null, isReady: true, sendsTo: null, test: null } as const

function part(name: AnalysisPartState['part'], state: Partial<AnalysisPartState>): AnalysisPartState {
  const base = {
    part: name,
    status: 'ready',
    progress: 1,
    reason: null,
    engine: null,
    quality: null,
  } as const
  return { ...base, language: null, requestedAt: now, endedAt: now, ...state }
}

function nothingIn(parts: AnalysisPartState[]): Analysis {
  return {
    contentId: video.id,
    parts,
    scenes: null,
    audio: null,
    texts: null,
    people: null,
    objects: null,
    transcript: null,
  }
}

const engines: Engine[] = [
  {
    ...inside,
    id: 'pocketsphinx',
    task: 'speech',
    name: 'PocketSphinx',
    version: '0.8',
    quality: 'draft',
    languages: ['en'],
  },
  { ...inside, id: 'silero', task: 'audio', name: 'Silero VAD', version: '5', quality: 'good' },
  {
    ...inside,
    id: 'tesseract',
    task: 'text',
    name: 'Tesseract',
    version: 'tesseract.js 7.0.0',
    quality: 'good',
    languages: ['en', 'hi', 'ar', 'te'],
  },
  { ...inside, id: 'human', task: 'pictures', name: 'Human', version: '3.3.6', quality: 'draft' },
]

function person(n: number, name: string | null, spans: readonly (readonly [number, number])[]): SeenPerson {
  const box = { x: 0.4, y: 0.1, width: 0.2, height: 0.3 }
  const faces = spans.map(([start, end]) => ({ start, end, at: start, box }))
  return { id: idOf(20 + n), name, picture: null, faces }
}

const seen = [
  person(1, 'Anna Lee', [
    [0, 3],
    [6.5, 9],
  ]),
  person(2, null, [[4, 5.5]]),
]

const read = [
  ['Maria Thompson', 'en', 1],
  ['Minister of Education', 'en', 1],
  ['محمد عبد الرحمن', 'ar', 5],
] as const
const texts: PictureText[] = read.map(([text, language, at], n) => ({
  start: at < 4 ? 0 : 4,
  end: at < 4 ? 4 : 6,
  at,
  text,
  language,
  confidence: 0.95,
  box: { x: 0.06, y: 0.78 + n * 0.06, width: 0.3, height: 0.05 },
}))

function answersOf(parts: AnalysisPartState[], found: Partial<Analysis> = {}): Answers {
  return {
    getContent: video,
    listEngines: { items: engines },
    getAnalysis: { ...nothingIn(parts), ...found },
  }
}

const scenes = [0, 4, 6].map((start, n) => ({
  id: idOf(n + 1),
  start,
  end: [4, 6, 10][n] ?? 10,
  shots: [{ start, end: [4, 6, 10][n] ?? 10, still: start + 1 }],
  isComparable: n < 2,
}))

const words = ['the', 'final', 'begins', 'at', 'eight'].map((text, n) => ({
  start: 1 + n * 0.5,
  end: 1.4 + n * 0.5,
  text,
  confidence: n === 2 ? 0.1 : 0.9,
}))

const transcript: Transcript = {
  contentId: video.id,
  language: 'en',
  quality: 'draft',
  engine: 'PocketSphinx',
  updatedAt: now,
  sentences: [
    {
      id: idOf(5),
      start: 1,
      end: 3.4,
      speaker: null,
      text: 'the final begins at eight',
      words,
      isEdited: false,
    },
    { id: idOf(6), start: 7, end: 8, speaker: 'Anna', text: 'thank you', words: [], isEdited: false },
  ],
}

const suggested: SuggestedMetadata = {
  contentId: video.id,
  language: 'en',
  quality: 'draft',
  writtenBy: null,
  reason: null,
  support: [],
  title: 'The final begins at eight',
  description: 'The final begins at eight.',
  tags: ['final'],
  names: ['Anna Lee'],
  chapters: [{ start: 0, title: 'Final, stadium' }],
}

const draft: Subtitle = {
  id: idOf(7),
  contentId: video.id,
  status: 'draft',
  published: null,
  draft: {
    name: 'English',
    languageCode: 'en',
    closedCaptions: false,
    format: 'vtt',
    cueCount: 2,
    updatedAt: now,
  },
  createdAt: now,
}

/** A sentence can be corrected, and the transcript be used. */
function corrected(): Answers {
  let shown = transcript
  const done = part('speech', {
    engine: { name: 'PocketSphinx', version: '0.8' },
    quality: 'draft',
    language: 'en',
  })
  return {
    ...answersOf(
      [
        part('shots', {}),
        part('audio', {}),
        done,
        part('text', { quality: 'good' }),
        part('pictures', { quality: 'draft' }),
      ],
      {
        scenes,
        texts,
        people: seen,
        objects: [
          {
            start: 6,
            end: 10,
            at: 7,
            label: 'bicycle',
            confidence: 0.6,
            box: { x: 0, y: 0, width: 1, height: 1 },
          },
        ],
        audio: { speech: [{ start: 1, end: 3.4 }], silence: [{ start: 8, end: 10 }], levels: [] },
        transcript: { language: 'en', quality: 'draft', engine: 'PocketSphinx', updatedAt: now },
      },
    ),
    listPeople: {
      items: seen.map(({ id, name }) => ({ id, name, picture: null, videos: 1 })),
      pageNum: 1,
      pageSize: 50,
      totalItems: 2,
    },
    updatePerson: { id: idOf(22), name: 'Ravi Kumar', picture: null, videos: 1 },
    mergePeople: { id: idOf(22), name: 'Anna Lee', picture: null, videos: 1 },
    deletePerson: empty,
    enrichMetadata: suggested,
    updateContent: video,
    getTranscript: () => shown,
    downloadTranscript: '1',
    createSubtitleFromTranscript: draft,
    splitSentence: ({ params, body: { word } }) => {
      const sentences = shown.sentences.flatMap((sentence) => {
        if (sentence.id !== params.sentenceId) return [sentence]
        const [first, second] = [sentence.words.slice(0, word), sentence.words.slice(word)]
        const textOf = (own: typeof first) => own.map(({ text }) => text).join(' ')
        const end = second[0]?.start ?? sentence.end
        return [
          { ...sentence, end, text: textOf(first), words: first },
          { ...sentence, id: idOf(8), start: end, text: textOf(second), words: second },
        ]
      })
      shown = { ...shown, sentences }
      return shown
    },
    mergeSentence: ({ params }) => {
      const at = shown.sentences.findIndex(({ id }) => id === params.sentenceId)
      const [first, second] = shown.sentences.slice(at, at + 2)
      if (first === undefined || second === undefined) return shown
      const text = `${first.text} ${second.text}`
      const merged = { ...first, text, end: second.end, words: [...first.words, ...second.words] }
      shown = { ...shown, sentences: shown.sentences.toSpliced(at, 2, merged) }
      return shown
    },
    updateTranscript: ({ body: { sentences: changes } }) => {
      const sentences = shown.sentences.map((sentence) => {
        const change = changes.find(({ id }) => id === sentence.id)
        if (change === undefined) return sentence
        const text = change.text ?? sentence.text
        const typed = text
          .split(' ')
          .map((word, n) => ({ start: n, end: n + 1, text: word, confidence: null }))
        const speaker = change.speaker === undefined ? sentence.speaker : change.speaker
        return { ...sentence, text, speaker, words: typed, isEdited: true }
      })
      shown = { ...shown, sentences }
      return shown
    },
  }
}

const speechServer: Engine = {
  ...inside,
  id: 'speech-server',
  task: 'speech',
  name: 'whisper-1',
  version: '',
  quality: 'good',
  sendsTo: 'speech.example.com',
}

function momentsOf(items: SearchMoment[]): Answer<'searchMoments'> {
  const countOf = (place: SearchMoment['foundIn']) => items.filter(({ foundIn }) => foundIn === place).length
  const counts = { speech: countOf('speech'), text: countOf('text'), people: 0, objects: 0, metadata: 0 }
  const facets = {
    people: [{ id: idOf(21), name: 'Anna Lee', moments: 2 }],
    folders: [{ id: idOf(40), name: 'League', moments: items.length }],
    added: [7, 30, 365].map((days) => ({ days, moments: items.length })),
  }
  return { items, pageNum: 1, pageSize: 24, totalItems: items.length, ranking: 'meaning', counts, facets }
}

/** Moments are found, and nothing for other words. */
function found(): Answers {
  const said: SearchMoment = {
    content: video,
    thumbnailUrl: null,
    start: 61,
    end: 64,
    foundIn: 'speech',
    text: 'The final begins at eight',
    speaker: 'Anna',
    marks: [[4, 9]],
    isAlike: false,
    strength: 1,
    isComparable: false,
  }
  const written: SearchMoment = {
    ...said,
    foundIn: 'text',
    start: 70,
    text: 'Final tonight',
    marks: [[0, 5]],
  }
  const alike = { ...said, start: 90, text: 'The match is over', marks: [], isAlike: true, strength: 0.5 }
  const moments: SearchMoment[] = [said, { ...written, strength: 0.6, isComparable: true }, alike]
  const looks: SearchMoment[] = [0.93, 0.81].map((strength, n) => {
    const place = { foundIn: 'looks', start: 12 * n, text: '' } as const
    return { ...said, ...place, marks: [], speaker: null, strength, isComparable: true }
  })
  let saved: SavedView[] = []
  return {
    ...answersOf([]),
    searchMoments: ({ body: { phrase, places, people = [], objects = [], like } }) => {
      if (like !== undefined) return momentsOf(looks)
      const isFound = phrase === 'the final' && places?.includes('metadata') !== true
      const all = isFound ? moments : []
      const items = people.length > 0 || objects.length > 0 ? all.slice(0, 1) : all
      return momentsOf(items)
    },
    listPeople: {
      items: seen.map(({ id, name }) => ({ id, name, picture: null, videos: 1 })),
      pageNum: 1,
      pageSize: 50,
      totalItems: 2,
    },
    listSeenObjects: { items: [{ label: 'bicycle', videos: 3 }] },
    listSavedViews: () => ({ items: saved }),
    createSavedView: ({ body: { name, search } }) => {
      const view: SavedView = {
        id: idOf(30),
        list: 'moments',
        name,
        search,
        isShared: false,
        isMine: true,
        createdBy: 'Ananya Rao',
        createdAt: now,
        updatedAt: now,
      }
      saved = [view]
      return view
    },
  }
}

const faulty = [
  part('shots', { status: 'unavailable', reason: 'no-picture' }),
  part('audio', { status: 'failed', reason: 'storage-failed' }),
  part('speech', { status: 'unavailable', reason: 'language-unsupported', language: 'hi' }),
]

/** The analysis runs once it is requested. */
function requested(): Answers {
  let parts: AnalysisPartState[] = []
  return {
    ...answersOf([]),
    getAnalysis: () => nothingIn(parts),
    analyzeContent: ({ body }) => {
      const isNew = { status: 'waiting', progress: 0, endedAt: null } as const
      parts = (body.parts ?? []).map((name) => part(name, isNew))
      return nothingIn(parts)
    },
  }
}

const written: SuggestedMetadata = {
  ...suggested,
  writtenBy: { name: 'writer-1', sendsTo: 'models.example:8080' },
  title: 'Tonight’s final',
  description: 'The final begins at eight. Anna thanks the viewers.',
  support: [
    { text: 'The final begins at eight.', times: [1] },
    { text: 'Anna thanks the viewers.', times: [7] },
  ],
}

const profile = (n: number, name: string, isDefault: boolean) => ({
  id: idOf(n),
  name,
  builtIn: null,
  isDefault,
})

const settings = '/settings/ai-analysis'
const settingsAnswers: Answers = {
  getAnalysisRules: {
    rules: [{ encodingProfileId: null, parts: ['shots', 'speech'], language: 'en' }],
  },
  setAnalysisRules: ({ body }) => ({ rules: body.rules }),
  listProfileChoices: { items: [profile(1, 'Standard', true), profile(2, 'News', false)] },
}

const languageModel: Engine = {
  ...inside,
  id: 'language-model',
  task: 'metadata',
  name: 'writer-1',
  version: '',
  quality: null,
  sendsTo: 'models.example:8080',
}

type EngineTest = NonNullable<Engine['test']>

function endedTest(end: Partial<EngineTest>): EngineTest {
  return {
    status: 'works',
    reason: null,
    detail: null,
    version: null,
    took: 0.8,
    requestedBy: 'Ananya Rao',
    requestedAt: now,
    endedAt: now,
    ...end,
  }
}

/** Tests work, but for that of the speech server. */
function tested(): Answers {
  const missed = { status: 'failed', reason: 'sample-missed', detail: 'thanks for watching' } as const
  let items = [speechServer, ...engines, languageModel]
  const testOf = (id: Engine['id']) => endedTest(id === 'speech-server' ? missed : {})
  return {
    ...settingsAnswers,
    listEngines: () => {
      const shown = items
      items = items.map((each) => (each.test === null ? each : { ...each, test: testOf(each.id) }))
      return { items: shown }
    },
    testEngine: ({ params: { engine } }) => {
      const waiting = endedTest({ status: 'waiting', took: null, endedAt: null })
      items = items.map((each) => (each.id === engine ? { ...each, test: waiting } : each))
      const asked = items.find(({ id }) => id === engine)
      return asked ?? { ...languageModel, test: waiting }
    },
  }
}

export const intelligence: States = {
  ...aiClips,
  'automatic analysis': { path: settings, answers: tested },
  'automatic analysis that does not load': {
    path: settings,
    answers: {
      getAnalysisRules: problem('unavailable'),
      listEngines: problem('unavailable'),
      listProfileChoices: { items: [] },
    },
  },
  'metadata of a language model': { path, answers: { ...corrected(), enrichMetadata: written } },
  'a language model that is away': {
    path,
    answers: { ...corrected(), enrichMetadata: { ...suggested, reason: 'engine-unreachable' } },
  },
  'a video that was never analyzed': { path, answers: requested },
  'a video whose audio is sent to a speech server': {
    path,
    answers: {
      ...answersOf([]),
      listEngines: { items: [speechServer, ...engines] },
    },
  },
  'an analysis with problems': {
    path,
    answers: { ...answersOf(faulty), analyzeContent: nothingIn(faulty) },
  },
  'an analyzed video': { path, answers: corrected },
  'a search for moments': { path: `/ai-search?q=${encodeURIComponent('the final')}`, answers: found },
  'scenes that look like a frame': { path: `/ai-search?like=${idOf(1)}&at=4.5`, answers: found },
  'a search that fails': { path: '/ai-search?q=final', answers: { searchMoments: problem('unavailable') } },
  'an analysis that does not load': {
    path,
    answers: { getContent: video, getAnalysis: problem('unavailable') },
  },
}
