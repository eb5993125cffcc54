import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useText } from '../../../lib/i18n'
import { below, useMedia } from '../../../lib/media'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { cx } from '../../../ui/cx'
import { MenuItem } from '../../../ui/menu-item'
import { useWorkspace } from '../../identity'
import { useDropTarget } from './drag/use-draggable-item'
import type { MoveTarget } from './use-move'

const maxShown = 4

interface CrumbsProps {
  /** The parent folders, outermost first. */
  readonly above: readonly { readonly id: string; readonly name: string }[]
}

/** The breadcrumbs of a folder. Levels that do not fit are in a menu. */
export function Crumbs({ above }: CrumbsProps) {
  const t = useText()
  const phone = useMedia(below.sm)
  const { environment } = useWorkspace()
  const way: readonly MoveTarget[] = [{ id: null, name: t('library:dam.all') }, ...above]
  const room = phone ? 1 : maxShown
  const folded = way.slice(0, Math.max(0, way.length - room))
  const path = `/${environment.id}/dam`
  return (
    <Breadcrumbs
      {...(folded.length > 0 && {
        folded: folded.map(({ id, name }) => (
          <MenuItem key={id ?? ''} href={id === null ? path : `${path}?folder=${id}`}>
            {name}
          </MenuItem>
        )),
      })}
    >
      {way.slice(folded.length).map((target) => (
        <Crumb key={target.id ?? ''} target={target} />
      ))}
    </Breadcrumbs>
  )
}

function Crumb({ target }: { readonly target: MoveTarget }) {
  const { environment } = useWorkspace()
  const ref = useRef<HTMLAnchorElement>(null)
  const { dropProps, isTarget } = useDropTarget(ref, target)
  return (
    <Link
      ref={ref}
      {...dropProps}
      draggable={false}
      to="/$environmentId/dam"
      params={{ environmentId: environment.id }}
      search={target.id === null ? {} : { folder: target.id }}
      className={cx('cut max-w-60 rounded-1', isTarget && 'bg-act-soft shadow-[0_0_0_2px_var(--act)]')}
    >
      <bdi>{target.name}</bdi>
    </Link>
  )
}
