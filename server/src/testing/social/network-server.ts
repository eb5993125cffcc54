import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (response: ServerResponse) => void

/** - cut: the connection ends before the request is handled
 * - lost: the request is handled, and its answer lost
 * - html, redirect, huge: the answer of somebody on the way
 * - unavailable, unauthorized: the answer of the network in place of handling the request */
export type CommonFault = 'cut' | 'lost' | 'unavailable' | 'html' | 'redirect' | 'huge' | 'unauthorized'

export interface Asked {
  readonly method: string
  readonly url: URL
  /** The first part of the path. */
  readonly host: string
  /** The path at that host. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Reads the body. */
  read(): Promise<Buffer>
  /** Reads so many bytes of the body, in place of all. */
  readSome(most: number): Promise<Buffer>
}

/** The access that a person has allowed. */
export interface Grant {
  readonly accountId: string
  scope: string
  refreshToken: string
  isEnded: boolean
}

/** How a network gives tokens. */
interface OauthRules {
  /** The page on which people allow the access, with its host. */
  readonly page: string
  readonly clientIdName?: 'client_key'
  /** Other fields of the page's address. */
  readonly asked: Readonly<Record<string, string>>
  readonly scope: string
  readonly usesPkce: boolean
  readonly lifeS: number
  /** Whether it gives refresh tokens. `once`: only for a code. */
  readonly refresh: 'never' | 'once' | 'always'
  /** The answer to a code or a refresh token that does not count. */
  readonly wrong: object
  /** Other fields of an answer with tokens. */
  readonly extras?: (grant: Grant) => object
  /** The account that is connected, if a test names no other. */
  readonly account: string
}

/** A network: what is asked of it, and what it answers. */
interface Dialect<Step extends string, Fault extends string> {
  readonly clientId: string
  readonly oauth: OauthRules
  readonly now?: (() => Date) | undefined
  /** The step of a request; null if the network's documents do not have it. */
  stepOf(asked: Asked): Step | null | Promise<Step | null>
  readonly refusals: Readonly<Record<Exclude<Fault, 'cut' | 'lost' | 'html' | 'redirect' | 'huge'>, Answer>>
  answer(step: Step, asked: Asked): Answer | Promise<Answer>
  /** Keeps what has arrived before the connection ends. */
  cut?(step: Step, asked: Asked): Promise<void>
  /** The answer to a request that no fault is for. */
  aside?(asked: Asked): Answer | null
}

export interface NetworkServer<Step extends string, Fault extends string> {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Requests that the network's documents forbid. */
  readonly violations: string[]
  /** Requests in order. */
  readonly steps: Step[]
  /** All paths that were requested, with their queries. */
  readonly paths: string[]
  redirectUri: string
  /** Seconds for which an access token counts. */
  tokenLifeS: number
  /** Scopes that people allow; all if null. */
  allowed: string | null
  /** Refreshes so far. */
  refreshes: number
  /** Whether a refresh replaces the refresh token. */
  rotates: boolean
  /** The fault of a request, if any. @param n how often the step was asked, from 1 */
  fault: (step: Step, n: number) => Fault | null
  /** Called with the handled request before its answer. */
  beforeAnswer: (step: Step) => Promise<void> | void
  /** Allows the access as a person does, and returns what comes back in the redirect. */
  allow(address: string, accountId?: string): { readonly code: string; readonly state: string }
  /** Answers a request for tokens. */
  giveTokens(fields: URLSearchParams, app: { readonly id: string; readonly secret: string }): Answer
  /** Makes an access token of an account. */
  newAccess(grant: Grant): string
  /** The grant of the token of a request. Null if it does not count. */
  grantOf(headers: IncomingHttpHeaders): Grant | null
  /** Ends all connections, as a person does in their account. */
  endGrants(): void
  /** Leaves all connections this access only. */
  narrowGrants(scope: string): void
  /** Makes all access tokens worthless. */
  dropTokens(): void
  end(): Promise<void>
}

/** A server that speaks like a network. The first part of a path is the host. */
export async function openNetworkServer<Step extends string, Fault extends string>(
  dialect: Dialect<Step, Fault | CommonFault>,
): Promise<NetworkServer<Step, Fault | CommonFault>> {
  const { oauth, now = () => new Date() } = dialect
  const codes = new Map<string, { challenge: string; accountId: string; scope: string }>()
  const grants: Grant[] = []
  const access = new Map<string, { grant: Grant; until: number }>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      self.violations.push(String(error))
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const self: NetworkServer<Step, Fault | CommonFault> = {
    url: origin,
    clientId: dialect.clientId,
    clientSecret: `secret-${randomUUID()}`,
    violations: [],
    steps: [],
    paths: [],
    redirectUri: '',
    tokenLifeS: oauth.lifeS,
    allowed: null,
    refreshes: 0,
    rotates: oauth.refresh === 'always',
    fault: () => null,
    beforeAnswer: () => undefined,
    allow(address, accountId) {
      const { searchParams } = locationOf(new URL(address), accountId)
      return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    },
    giveTokens,
    newAccess,
    grantOf({ authorization = '' }) {
      const found = access.get(/^Bearer (.+)$/.exec(authorization)?.[1] ?? '')
      return found === undefined || found.until < now().getTime() || found.grant.isEnded ? null : found.grant
    },
    endGrants() {
      for (const grant of grants) grant.isEnded = true
      access.clear()
    },
    narrowGrants(scope) {
      for (const grant of grants) grant.scope = scope
      access.clear()
    },
    dropTokens: () => access.clear(),
    async end() {
      server.close()
      server.closeAllConnections()
    },
  }

  /** The address that a person is sent back to who has allowed the access. */
  function locationOf(page: URL, accountId = oauth.account): URL {
    const asked = (name: string) => page.searchParams.get(name) ?? ''
    const expected: Record<string, string> = {
      [oauth.clientIdName ?? 'client_id']: self.clientId,
      redirect_uri: self.redirectUri,
      response_type: 'code',
      scope: oauth.scope,
      ...oauth.asked,
      ...(oauth.usesPkce && { code_challenge_method: 'S256' }),
    }
    for (const [name, value] of Object.entries(expected))
      if (asked(name) !== value) throw new Error(`authorization with ${name} ${asked(name)}`)
    const challenge = asked('code_challenge')
    if (oauth.usesPkce && !/^[\w-]{43}$/.test(challenge)) throw new Error('authorization without a challenge')
    const code = `4/${randomUUID()}`
    codes.set(code, { challenge, accountId, scope: self.allowed ?? oauth.scope })
    const location = new URL(self.redirectUri)
    location.searchParams.set('state', asked('state'))
    location.searchParams.set('code', code)
    return location
  }

  function giveTokens(
    fields: URLSearchParams,
    app: { readonly id: string; readonly secret: string },
  ): Answer {
    if (app.id !== self.clientId || app.secret !== self.clientSecret)
      return json(401, { error: 'invalid_client', error_description: 'Unauthorized' })
    const given = (name: string) => fields.get(name) ?? ''
    if (given('grant_type') === 'authorization_code') {
      const known = codes.get(given('code'))
      codes.delete(given('code'))
      const challenge = createHash('sha256').update(given('code_verifier')).digest('base64url')
      if (known === undefined || given('redirect_uri') !== self.redirectUri) return json(400, oauth.wrong)
      if (oauth.usesPkce && known.challenge !== challenge) return json(400, oauth.wrong)
      const { accountId, scope } = known
      const grant: Grant = { accountId, scope, refreshToken: `RT~${randomUUID()}`, isEnded: false }
      grants.push(grant)
      return tokens(grant, oauth.refresh !== 'never')
    }
    if (given('grant_type') !== 'refresh_token') return json(400, { error: 'unsupported_grant_type' })
    const grant = grants.find(({ refreshToken }) => refreshToken === given('refresh_token'))
    if (grant === undefined || grant.isEnded) {
      // A replaced token that comes again was stolen, for all that the server knows.
      if (self.rotates && grant === undefined) self.endGrants()
      return json(400, oauth.wrong)
    }
    self.refreshes += 1
    if (self.rotates) grant.refreshToken = `RT~${randomUUID()}`
    return tokens(grant, self.rotates)
  }

  function newAccess(grant: Grant): string {
    const token = `AT~${randomUUID()}`
    access.set(token, { grant, until: now().getTime() + self.tokenLifeS * 1000 })
    return token
  }

  function tokens(grant: Grant, withRefresh: boolean): Answer {
    return json(200, {
      access_token: newAccess(grant),
      ...(Number.isFinite(self.tokenLifeS) && { expires_in: self.tokenLifeS }),
      scope: grant.scope,
      token_type: 'Bearer',
      ...(withRefresh && { refresh_token: grant.refreshToken }),
      ...oauth.extras?.(grant),
    })
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const asked = askedOf(request, origin)
    const { method, url } = asked
    self.paths.push(`${method} ${url.pathname}${url.search}`)
    if (url.pathname === `/${oauth.page}`) {
      const location = locationOf(url).toString().replaceAll('&', '&amp;')
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end(`<!doctype html><title>Network</title><a href="${location}">Allow</a>`)
    }
    const aside = dialect.aside?.(asked) ?? null
    if (aside !== null) {
      await asked.read()
      return aside(response)
    }
    const step = await dialect.stepOf(asked)
    if (step === null) {
      self.violations.push(`${method} ${url.pathname}`)
      return json(404, {})(response)
    }
    self.steps.push(step)
    const fault = self.fault(step, self.steps.filter((each) => each === step).length)
    if (fault === 'cut') {
      await dialect.cut?.(step, asked)
      return void response.destroy()
    }
    if (fault !== null && fault !== 'lost') {
      await asked.read()
      return refusalOf(dialect.refusals, fault)(response)
    }
    const answer = await dialect.answer(step, asked)
    await self.beforeAnswer(step)
    if (fault === 'lost') return void response.destroy()
    answer(response)
  }

  return self
}

const onTheWay: Readonly<Record<string, Answer>> = {
  html(response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html><body>Sign in to the wireless network</body></html>')
  },
  redirect(response) {
    response.writeHead(302, { location: 'https://attacker.example/' })
    response.end()
  },
  huge(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`"${'x'.repeat(10 * 1024 ** 2)}"`)
  },
}

function refusalOf(own: Readonly<Record<string, Answer>>, fault: string): Answer {
  const answer = own[fault] ?? onTheWay[fault]
  if (answer === undefined) throw new Error(`there is no fault ${fault}`)
  return answer
}

function askedOf(request: IncomingMessage, origin: string): Asked {
  const url = new URL(request.url ?? '/', origin)
  const [, host = '', ...rest] = url.pathname.split('/')
  let body: Promise<Buffer> | null = null
  return {
    method: request.method ?? '',
    url,
    host,
    path: `/${rest.join('/')}`,
    headers: request.headers,
    read() {
      body ??= readBody(request, Number.POSITIVE_INFINITY)
      return body
    },
    readSome: (most) => readBody(request, most),
  }
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks)
}

/** Finds a step by its request, such as `GET api.x.com/2/users/me`. */
export function stepIn<Step>(steps: readonly (readonly [RegExp, Step])[], asked: Asked): Step | null {
  const line = `${asked.method} ${asked.host}${asked.path}`
  return steps.find(([pattern]) => pattern.test(line))?.[1] ?? null
}

/** The ID and the secret of an app in a header (RFC 7617). */
export function basicApp({ authorization = '' }: IncomingHttpHeaders): { id: string; secret: string } {
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  const [id = '', secret = ''] = pair.split(':').map(decodeURIComponent)
  return { id, secret }
}

/** The ID and the secret of an app in the fields of a form. */
export function formApp(form: URLSearchParams, idName = 'client_id'): { id: string; secret: string } {
  return { id: form.get(idName) ?? '', secret: form.get('client_secret') ?? '' }
}

export function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** An answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': '0' }) })
    response.end()
  }
}

/** Faults at the first requests of each step, in turn. */
export function atEach<Step, Fault>(
  steps: readonly NoInfer<Step>[],
  ...faults: readonly (NoInfer<Fault> | null)[]
): (asked: Step) => Fault | null {
  const left = new Map(steps.map((step): [Step, (Fault | null)[]] => [step, [...faults]]))
  return (asked) => left.get(asked)?.shift() ?? null
}
