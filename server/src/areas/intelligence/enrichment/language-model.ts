import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { askEngine, invalidAnswer, parseJson } from '../engines/engine-server.ts'

export type LanguageModelConfig = Pick<
  Config,
  'LLM_URL' | 'LLM_KEY' | 'LLM_MODEL' | 'LLM_JSON_MODE' | 'LLM_TIMEOUT_S' | 'LLM_MAX_CHARACTERS'
>

interface Question<T> {
  readonly name: string
  /** Instructions. The schema is added. */
  readonly task: string
  readonly material: string
  readonly schema: z.ZodType<T>
  /** Returns what is wrong with an answer, in words for the model; null if nothing is. */
  readonly fault: (answer: T) => string | null
}

/** A program that writes text. */
export interface LanguageModel {
  readonly name: string
  /** The host that text is sent to. */
  readonly sendsTo: string
  readonly mostCharacters: number
  /** Answers a question. A wrong answer is corrected once. @throws EngineFailure */
  ask<T>(question: Question<T>): Promise<T>
}

interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** The language model of the settings; null if none is set. */
export function languageModel(config: LanguageModelConfig): LanguageModel | null {
  const { LLM_URL: address, LLM_MODEL: name, LLM_MAX_CHARACTERS: mostCharacters } = config
  if (address === undefined) return null
  return {
    name,
    sendsTo: new URL(address).host,
    mostCharacters,
    async ask(question) {
      // Both attempts together: the caller waits for them.
      const signal = AbortSignal.timeout(config.LLM_TIMEOUT_S * 1000)
      const { schema, task, material } = question
      const shape = JSON.stringify(z.toJSONSchema(schema))
      const asked: Message[] = [
        {
          role: 'system',
          content: `${task}\nAnswer with one JSON object of this schema and nothing else: ${shape}`,
        },
        { role: 'user', content: material },
      ]
      const first = await complete(config, address, asked, question, signal)
      const read = readAnswer(first, question)
      if ('answer' in read) return read.answer
      const correction = `That is wrong: ${read.fault}. Answer again with one JSON object of the schema.`
      asked.push({ role: 'assistant', content: first }, { role: 'user', content: correction })
      const second = readAnswer(await complete(config, address, asked, question, signal), question)
      if ('answer' in second) return second.answer
      // Not the fault itself: it quotes what was said.
      throw invalidAnswer('the answer was wrong twice')
    },
  }
}

/** Kinora works without a language model, so the check only says whether there is one. */
export function languageModelReadiness(config: LanguageModelConfig): Readiness {
  const model = languageModel(config)
  return { ok: true, note: model === null ? 'none' : `${model.name} at ${model.sendsTo}` }
}

async function complete<T>(
  config: LanguageModelConfig,
  address: string,
  messages: readonly Message[],
  { name, schema }: Question<T>,
  signal: AbortSignal,
): Promise<string> {
  const { LLM_KEY: key, LLM_MODEL: model, LLM_JSON_MODE: mode } = config
  const format = {
    schema: { type: 'json_schema', json_schema: { name, strict: true, schema: z.toJSONSchema(schema) } },
    json_object: { type: 'json_object' },
    prompt: undefined,
  }[mode]
  const body = { model, messages, temperature: 0, ...(format && { response_format: format }) }
  const answer = completion.safeParse(
    await askEngine({ address, path: 'chat/completions', key, body, signal }),
  )
  const text = answer.data?.choices[0]?.message.content
  if (text === undefined) throw invalidAnswer('the answer is no completion')
  return text
}

/** Models put JSON into a code block, or sentences before it. */
function readAnswer<T>(
  text: string,
  { schema, fault }: Question<T>,
): { readonly answer: T } | { readonly fault: string } {
  const parsed = schema.safeParse(parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
  if (!parsed.success) return { fault: z.prettifyError(parsed.error) }
  const wrong = fault(parsed.data)
  return wrong === null ? { answer: parsed.data } : { fault: wrong }
}
