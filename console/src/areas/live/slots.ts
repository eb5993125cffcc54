import type { Livestream } from '@kinora/contract'
import type { ComponentType, ReactNode } from 'react'

export interface StreamPartProps {
  readonly stream: Livestream
}

declare module '../../lib/area' {
  interface Area {
    /** Parts of the tabs of a live stream. Pass lazy components. */
    readonly streamParts?: {
      /** The ad channels of the stream, in the tab for breaks. */
      readonly channels?: ComponentType<StreamPartProps>
      /** The viewers, in the tab for monitoring. Renders `lead` first. */
      readonly viewers?: ComponentType<StreamPartProps & { readonly lead: ReactNode }>
    }
  }
}
