import { describe, expect, it } from 'vitest'
import { type ApiCall, callsOf, findCalls } from '../openapi-document'
import { curlOf, examplePath, javaScriptOf, pythonOf } from './example-code'
import { fieldsOf, sampleOf, typeText } from './examples'

const upload: ApiCall = {
  id: 'createPartUrl',
  area: 'library',
  method: 'POST',
  path: '/video/api/v1/uploads/{id}/part_url',
  summary: 'An address for one part',
  takesToken: true,
  needsSession: true,
  right: 'Videos.Video.create',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'time', in: 'query', schema: { type: 'number' } },
  ],
  body: {
    type: 'object',
    properties: { partNumber: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
    required: ['partNumber'],
  },
  answer: { status: 200, type: 'application/json', schema: null },
  failures: [],
}

describe('examples', () => {
  it('include required parameters and omit optional ones', () => {
    expect(examplePath(upload)).toBe('/video/api/v1/uploads/0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57/part_url')
  })

  it('for curl authenticate with an API token and quote the body for the shell', () => {
    const body = { type: 'object', properties: { name: { type: 'string', default: "it's" } } }
    expect(curlOf({ ...upload, body }, 'https://video.example.com')).toBe(
      [
        `curl -X POST 'https://video.example.com/video/api/v1/uploads/0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57/part_url'`,
        `-u "$KINORA_TOKEN_ID:$KINORA_TOKEN_SECRET"`,
        `-H 'content-type: application/json'`,
        `-d '{"name":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
  })

  it('for JavaScript are complete programs', () => {
    const text = javaScriptOf(upload, 'https://video.example.com')
    expect(text).toContain(`method: 'POST',`)
    expect(text).toContain('"partNumber": 1')
    expect(text).toContain('const result = await response.json()')
  })

  it('for Python are complete programs with literals of Python', () => {
    const query = { name: 'time', in: 'query', required: true, schema: { type: 'number' } } as const
    const body = { type: 'object', properties: { on: { type: 'boolean' }, none: { type: 'null' } } }
    const call = { ...upload, body, parameters: [...upload.parameters.slice(0, 1), query] }
    expect(pythonOf(call, 'https://video.example.com')).toBe(`import os

import requests

response = requests.post(
    'https://video.example.com/video/api/v1/uploads/0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57/part_url',
    params={
        "time": 1,
    },
    auth=(os.environ['KINORA_TOKEN_ID'], os.environ['KINORA_TOKEN_SECRET']),
    json={
        "on": True,
        "none": None,
    },
    timeout=30,
)
response.raise_for_status()
result = response.json()`)
  })

  it('of calls for people send the session and name the environment', () => {
    const header = { name: 'environment-id', in: 'header', schema: { type: 'string' } } as const
    const call = { ...upload, takesToken: false, parameters: [...upload.parameters, header] }
    expect(curlOf(call, '')).toContain('-H "environment-id: $KINORA_ENVIRONMENT"')
    expect(javaScriptOf(call, '')).toContain("'environment-id': environmentId,")
    expect(pythonOf(call, '')).toContain(`f"Bearer {os.environ['KINORA_SESSION']}"`)
  })
})

describe('schemas', () => {
  it('produce a sample value', () => {
    expect(sampleOf({ anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] })).toMatch(/Z$/)
    expect(sampleOf({ type: 'array', items: { enum: ['read', 'write'] } })).toEqual(['read'])
  })

  it('are described in JSON terms', () => {
    expect(typeText({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe(
      '(string | null)[]',
    )
  })

  it('list fields inside arrays and nullable types', () => {
    const error = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
    const schema = {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { error: { anyOf: [error, { type: 'null' }] } } },
        },
      },
      required: ['items'],
    }
    expect(fieldsOf(schema).map(({ path, required }) => [path, required])).toEqual([
      ['items', true],
      ['items[].error', false],
      ['items[].error.id', true],
    ])
  })
})

it('finds calls by every word of a phrase', () => {
  const document = {
    paths: {
      '/a': {
        get: {
          operationId: 'listThings',
          tags: ['library'] as const,
          summary: 'All things',
          security: [],
          parameters: [],
          responses: { 200: { description: 'Done' } },
        },
      },
    },
  }
  const calls = callsOf(document)
  expect(findCalls(calls, 'LIST  get')).toHaveLength(1)
  expect(findCalls(calls, 'list delete')).toHaveLength(0)
})
