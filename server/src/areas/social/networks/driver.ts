import type { SocialExtra, SocialPrivacy, SocialReason } from '@kinora/contract'
import type * as z from 'zod'
import type { NetworkAnswer, NetworkClient, NetworkRequest } from './network-client.ts'

/** The app of a network. */
export interface AppKeys {
  readonly clientId: string
  readonly clientSecret: string
}

export interface Tokens {
  readonly accessToken: string
  /** Null if the one before stays. */
  readonly refreshToken: string | null
  readonly expiresInS: number
}

/** The life of tokens that count until somebody ends them. */
export const ENDLESS_S = 10 * 366 * 24 * 3600

/** The tokens of an account that is disconnected. */
export interface HeldTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
}

/** An account as the network names it. */
export interface RemoteAccount {
  readonly remoteId: string
  readonly name: string
  readonly url: string | null
}

/** Fields of a post that go to the network. */
export interface Draft {
  readonly title: string
  readonly text: string
  readonly tags: readonly string[]
  readonly privacy: SocialPrivacy
  readonly withThumbnail: boolean
  readonly withCaptions: boolean
}

/** Subtitles of a video as a file (WebVTT). */
export interface CaptionFile {
  readonly languageCode: string
  readonly name: string
  readonly text: string
}

/** The files that can follow a video. A file that cannot be read now is a `NetworkFailure`: another attempt may help. */
export interface ExtraFiles {
  /** The poster as JPEG. Null if there is none that can be sent. */
  thumbnail(): Promise<Uint8Array | null>
  /** The published subtitles, oldest first. */
  captions(): Promise<readonly CaptionFile[]>
}

/** The file of a video. */
export interface SourceFile {
  readonly size: number
  /** Differs if the file does. */
  readonly print: string
  read(start: number, end: number): Promise<Uint8Array>
}

/** An account that a person allowed, with its own tokens. */
export interface ConnectedAccount {
  readonly remote: RemoteAccount
  readonly tokens: Tokens
}

/** A request as an account. */
export interface AccountRequest extends Omit<NetworkRequest, 'token'> {
  /** Set for addresses that need no token, since they are secrets themselves. */
  readonly withoutToken?: true
}

/** Sends a request with the token of an account. An answer that refuses the token means that no new one helps.
 * @throws NetworkFailure, Refused */
export type SendAs = (request: AccountRequest) => Promise<NetworkAnswer>

/** The means of a driver for one step. */
export interface StepContext<Step> {
  readonly send: SendAs
  /** ID of the account at the network. */
  readonly remoteId: string
  /** The file; only for steps that need it. */
  file(): SourceFile
  readonly extras: ExtraFiles
  /** Commits the step before the next request. @throws if a person or another job has taken over the post */
  save(step: Step | null, progress?: { readonly sent: number; readonly total: number }): Promise<void>
  now(): Date
}

/** A post that is at its network. */
export interface Published {
  readonly kind: 'published'
  readonly remoteId: string
  /** Null if the network gives none, as for private posts. */
  readonly url: string | null
  readonly note: Extract<SocialReason, 'private-only'> | null
  /** The thumbnail and the captions that followed, or did not. */
  readonly extras?: SocialExtra[]
}

/** How a step of a post ended. */
export type Outcome =
  | { readonly kind: 'again'; readonly afterS: number }
  | Published
  | { readonly kind: 'unknown'; readonly reason: SocialReason; readonly detail: string | null }

/** A network: how an account is connected, and how a video is posted. One file for each. */
export interface NetworkDriver<Step = unknown> {
  /** The only hosts that requests go to. One that begins with a dot is any host below a domain. */
  readonly hosts: readonly string[]
  /** Page of the network on which a person allows the access. */
  authorizeUrl(asked: {
    readonly clientId: string
    readonly state: string
    readonly challenge: string
    readonly redirectUri: string
  }): string
  /** @throws NetworkFailure, Refused, ScopesMissing */
  exchange(
    client: NetworkClient,
    app: AppKeys,
    given: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
    signal: AbortSignal,
  ): Promise<Tokens>
  /** @throws NetworkFailure, Refused, ConnectionEnded */
  refresh(client: NetworkClient, app: AppKeys, refreshToken: string, signal: AbortSignal): Promise<Tokens>
  /** Gives the access back. @throws NetworkFailure */
  revoke(client: NetworkClient, app: AppKeys, tokens: HeldTokens, signal: AbortSignal): Promise<void>
  /** Whether an answer says that the token does not count. Missing: those with 401. */
  refusesToken?(answer: NetworkAnswer): boolean
  /** The accounts that a person allowed at once, each with its own tokens. Missing: the one of `identify`.
   * @throws NetworkFailure, Refused, QuotaUsed */
  listAccounts?(send: SendAs, now: Date): Promise<ConnectedAccount[]>
  /** The account itself; null if nothing can be posted to it. @throws NetworkFailure, Refused, QuotaUsed */
  identify(send: SendAs, now: Date): Promise<RemoteAccount | null>
  /** The steps of a post, as they are stored. */
  readonly step: z.ZodType<Step>
  /** Whether a step sends bytes of the file. Null is the first one. */
  needsFile(step: Step | null): boolean
  /** Whether the network has the file, and works on it. */
  isProcessing(step: Step | null): boolean
  /** Whether the network may publish the post without another request. */
  mayBeThere(step: Step | null): boolean
  /** The ID at the network, if the step has it. */
  remoteIdOf(step: Step): string | null
  /** The end of a post that is there, and whose step goes on no more. Null if it may not be there. Missing: so in all steps. */
  publishedAs?(step: Step | null): Published | null
  /** Goes on with a post. @throws NetworkFailure, Refused, QuotaUsed */
  advance(draft: Draft, step: Step | null, context: StepContext<Step>): Promise<Outcome>
  /** The post at an address that a person has pasted. Null if it is none. */
  findPost(url: URL): { readonly remoteId: string; readonly url: string } | null
}

/** A person has allowed less than posting needs. */
export class ScopesMissing extends Error {
  override readonly name = 'ScopesMissing'
}
