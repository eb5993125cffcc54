import type { RoleFilter } from '@kinora/contract'
import type { ComponentType } from 'react'

/** Fields that choose the videos of a role. */
export interface RoleFilterProps {
  readonly filter: RoleFilter
  readonly isReadOnly: boolean
  readonly onChange: (filter: RoleFilter) => void
}

declare module '../../lib/area' {
  interface Area {
    /** The fields in the role editor, from the area that has the videos. Pass a lazy component. */
    readonly roleFilter?: ComponentType<RoleFilterProps>
  }
}
