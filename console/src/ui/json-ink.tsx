import { useMemo } from 'react'
import { type JsonToken, jsonTokens } from './json-tokens'

const colors: Readonly<Record<JsonToken['kind'], string | undefined>> = {
  key: 'text-ink',
  string: 'text-act-text',
  number: 'text-good',
  word: 'text-warn',
  mark: undefined,
}

/** JSON in color, behind the transparent text of a `CodeBlock`. */
export function JsonInk({ code }: { readonly code: string }) {
  const tokens = useMemo(() => jsonTokens(code), [code])
  let at = 0
  return tokens.map(({ kind, text }) => {
    const start = at
    at += text.length
    const color = colors[kind]
    return color === undefined ? (
      text
    ) : (
      <span key={start} className={color}>
        {text}
      </span>
    )
  })
}
