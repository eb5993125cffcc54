import { seededRandom } from '../../server/src/testing/attacks/seeded-random.ts'

/** A passage of a scripted transcript. */
export interface ScriptedPassage {
  readonly transcript: number
  readonly text: string
}

/** A question whose answer is in one transcript. */
export interface ScriptedQuestion {
  readonly phrase: string
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
const things = split(
  'bridge harbour school hospital stadium dam tunnel museum airport library market theatre railway reservoir clinic archive',
)
const acts: readonly (readonly [said: string, asked: string])[] = [
  ['opened', 'opening'],
  ['visited', 'visit'],
  ['closed', 'closing'],
  ['inspected', 'inspection'],
  ['praised', 'praise'],
  ['criticized', 'criticize'],
  ['repaired', 'repairs'],
  ['sold', 'selling'],
]
const talk = split(
  'people today evening people want know really think because water road city money work years government report morning news good many little long night right left children family health price rain market team game play world country state never always question answer story power light voice',
)

/** Transcripts about events that have people, places and things in common, and questions about one event each. */
export function scriptedTalk(transcripts: number, questions: number) {
  const below = seededRandom(31)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const chatter = (words: number) => Array.from({ length: words }, () => one(talk)).join(' ')
  const events: (readonly [act: readonly [string, string], person: string, thing: string, place: string])[] =
    []
  const passages = Array.from({ length: transcripts }, (_, transcript) => {
    const event = [one(acts), one(people), one(things), one(places)] as const
    events.push(event)
    const [[said], person, thing, place] = event
    const telling = `Yesterday the ${one(titles)} ${person} ${said} the ${thing} of ${place}.`
    // The same names and places are spoken of in other transcripts, apart from each other.
    const others = () =>
      `${one(people)} spoke about a ${one(things)}. ${chatter(8)}. Later ${one(places)} voted.`
    return [
      `${chatter(12)}.\n${telling}\n${chatter(14)}.`,
      ...Array.from({ length: 4 }, () => `${chatter(10)}.\n${others()}\n${chatter(12)}.`),
    ].map((text): ScriptedPassage => ({ transcript, text }))
  }).flat()
  const asked = Array.from({ length: questions }, (): ScriptedQuestion => {
    const transcript = below(transcripts)
    const [[, act], person, thing, place] = events[transcript] ?? [acts[0] ?? ['', ''], '', '', '']
    return { phrase: `what about the ${act} of the ${thing} in ${place} by ${person}`, transcript }
  })
  return { passages, questions: asked }
}
