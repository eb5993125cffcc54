import type { Feature } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { UploadRow } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Handler of the uploads of one kind, called in the transaction that ends an upload. */
export interface UploadHandler {
  completed(library: Library, tx: Transaction, row: UploadRow): Promise<void>
  /** @param caller null if Kinora deletes an upload without activity */
  abandoned(library: Library, tx: Transaction, row: UploadRow, caller: Caller | null): Promise<void>
}

/** The handler of each kind of uploads. */
type UploadHandlers = Readonly<Record<UploadRow['kind'], UploadHandler>>

/** The library, with the handlers of uploads that its features declare. */
export interface Uploads extends Library {
  readonly uploadHandlers: UploadHandlers
}

/** A feature with its kinds of uploads. */
export interface UploadFeature<Context = Library> extends Feature<Context> {
  readonly uploads?: Partial<UploadHandlers>
}

export function uploadHandlersOf(features: readonly UploadFeature<Uploads>[]): UploadHandlers {
  return Object.assign({}, ...features.map(({ uploads }) => uploads))
}
