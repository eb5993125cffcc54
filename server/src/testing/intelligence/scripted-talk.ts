import { seededRandom } from '../attacks/seeded-random.ts'

/** A passage of a scripted transcript. */
export interface ScriptedPassage {
  readonly transcript: number
  readonly text: string
}

/** A question whose answer is in one transcript. */
export interface ScriptedQuestion {
  /** It has words of the answer. */
  readonly phrase: string
  /** It has the place, and other words for the rest. */
  readonly otherWords: string
  readonly transcript: number
}

const split = (text: string) => text.split(' ')
const people = split(
  'Rao Lee Sharma Haddad Okoro Silva Novak Kim Tanaka Mehta Farouk Ivanov Costa Nguyen Abdi Larsen Moreau Reddy Ortiz Walsh',
)
const titles = split('minister mayor captain doctor professor director judge general')
const places = split(
  'Visakha Nagpur Aleppo Lisbon Oslo Hanoi Quito Tunis Madurai Accra Riga Bergen Salem Patna Basra Cusco Turin Malmo Kandy Varna',
)
const things: readonly (readonly [said: string, otherWords: string])[] = [
  ['bridge', 'river crossing'],
  ['harbour', 'seaport'],
  ['school', 'place of education'],
  ['hospital', 'medical center'],
  ['stadium', 'sports arena'],
  ['dam', 'water barrier'],
  ['tunnel', 'underground passage'],
  ['museum', 'exhibition house'],
  ['airport', 'airfield'],
  ['library', 'book collection'],
  ['market', 'bazaar'],
  ['theatre', 'playhouse'],
  ['railway', 'train line'],
  ['reservoir', 'water storage lake'],
  ['clinic', 'doctors practice'],
  ['archive', 'records office'],
]
const acts: readonly (readonly [said: string, asked: string, otherWords: string])[] = [
  ['opened', 'opening', 'inauguration of'],
  ['visited', 'visit', 'trip to'],
  ['closed', 'closing', 'shutdown of'],
  ['inspected', 'inspection', 'checking of'],
  ['praised', 'praise', 'compliments for'],
  ['criticized', 'criticize', 'complaints about'],
  ['repaired', 'repairs', 'fixing of'],
  ['sold', 'selling', 'sale of'],
]
const talk = split(
  'people today evening people want know really think because water road city money work years government report morning news good many little long night right left children family health price rain market team game play world country state never always question answer story power light voice',
)

type Event = readonly [
  act: (typeof acts)[number],
  person: string,
  thing: (typeof things)[number],
  place: string,
]

/** Transcripts about events that have people, places and things in common, and questions about one event each.
 * @param near how many places there are, at most 20 */
export function scriptedTalk(transcripts: number, questions: number, near = places.length) {
  const below = seededRandom(31)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const chatter = (words: number) => Array.from({ length: words }, () => one(talk)).join(' ')
  const events: Event[] = []
  const inPlaces = places.slice(0, near)
  const passages = Array.from({ length: transcripts }, (_, transcript) => {
    const event = [one(acts), one(people), one(things), one(inPlaces)] as const
    events.push(event)
    const [[said], person, [thing], place] = event
    const telling = `Yesterday the ${one(titles)} ${person} ${said} the ${thing} of ${place}.`
    // The same names and places are spoken of in other transcripts, apart from each other.
    const others = () =>
      `${one(people)} spoke about a ${one(things)[0]}. ${chatter(8)}. Later ${one(inPlaces)} voted.`
    return [
      `${chatter(12)}.\n${telling}\n${chatter(14)}.`,
      ...Array.from({ length: 4 }, () => `${chatter(10)}.\n${others()}\n${chatter(12)}.`),
    ].map((text): ScriptedPassage => ({ transcript, text }))
  }).flat()
  const asked = Array.from({ length: questions }, (): ScriptedQuestion => {
    const transcript = below(transcripts)
    const [[, act, otherAct], person, [thing, otherThing], place] = events[transcript] as Event
    return {
      phrase: `what about the ${act} of the ${thing} in ${place} by ${person}`,
      otherWords: `${otherAct} the ${otherThing} in ${place}`,
      transcript,
    }
  })
  return { passages, questions: asked }
}
