import type { WallLayout } from '@kinora/contract'
import { wallLimits } from '@kinora/contract/monitoring/values'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { DeletePrompt } from '../../../ui/delete-prompt'
import { DialogPopover } from '../../../ui/dialog-popover'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { menuRowLook } from '../../../ui/menu-look'
import { NameForm } from '../../../ui/name-form'
import { NamedRow } from '../../../ui/named-row'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { RowPrompt } from '../../../ui/row-prompt'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { type LayoutBody, useDeleteLayout, useSaveLayout } from '../queries'
import type { WallSearch } from '../search'
import type { ShownWall } from '../shown-wall'

interface LayoutsProps {
  readonly wall: ShownWall
  readonly layouts: readonly WallLayout[]
  readonly onChange: (change: Partial<WallSearch>) => void
}

/** Search parameters without differences from a layout. */
const plain: Partial<WallSearch> = { grid: 0, tiles: [], rotate: -1 }

/** The layouts that people of the environment saved. */
export function LayoutsButton(props: LayoutsProps) {
  const t = useText()
  const { layout, isChanged, isAutomatic } = props.wall
  const name = layout?.name ?? t(isAutomatic ? 'monitoring:layouts.onAir' : 'monitoring:layouts.unsaved')
  return (
    <DialogPopover
      label={t('monitoring:layouts.label')}
      placement="bottom start"
      className="w-80 p-1.5"
      trigger={
        <Button
          aria-label={`${t('monitoring:layouts.label')}: ${name}${isChanged ? ` ${t('monitoring:layouts.changed')}` : ''}`}
        >
          <bdi className="cut max-w-40">{name}</bdi>
          {isChanged && <span className="text-ink-3">{t('monitoring:layouts.changed')}</span>}
          <CaretDown size={12} aria-hidden />
        </Button>
      }
    >
      {(close) => <Layouts {...props} onClose={close} />}
    </DialogPopover>
  )
}

function Layouts({ wall, layouts, onChange, onClose }: LayoutsProps & { readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Livestreams', 'Livestream')
  const create = useSaveLayout(null)
  const open = (layout: string) => {
    onChange({ ...plain, layout })
    onClose()
  }
  const isFull = layouts.length >= wallLimits.layouts
  return (
    <>
      <BareButton className={cx(menuRowLook, 'w-full text-start hover:bg-hover')} onPress={() => open('')}>
        <span className="flex-1">{t('monitoring:layouts.onAir')}</span>
        {wall.isAutomatic && <Check size={14} weight="bold" aria-label={t('monitoring:layouts.shown')} />}
      </BareButton>
      {layouts.length > 0 && (
        <ul className="max-h-72 overflow-y-auto">
          {layouts.map((layout) => (
            <NamedRow
              key={layout.id}
              id={layout.id}
              name={layout.name}
              note={t('monitoring:layouts.note', {
                grid: `${format.number(layout.grid)}×${format.number(layout.grid)}`,
                count: layout.tiles.filter((tile) => tile !== null).length,
              })}
              shown={wall.layout?.id === layout.id ? t('monitoring:layouts.shown') : null}
              onOpen={() => open(layout.id)}
              menu={(onAsk) =>
                rights.update && (
                  <LayoutMenu layout={layout} wall={wall} onAsk={onAsk} onSaved={() => open(layout.id)} />
                )
              }
              question={(question, onBack) =>
                question === 'rename' ? (
                  <RenameLayout layout={layout} onClose={onBack} />
                ) : (
                  <DeleteLayout
                    layout={layout}
                    onClose={onBack}
                    onGone={() => wall.layout?.id === layout.id && open('')}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {rights.update && (
        <div className="mt-1.5 border-t border-rule p-2 pt-3">
          <NameForm
            label={t('monitoring:layouts.name')}
            help={t(isFull ? 'monitoring:layouts.full' : 'monitoring:layouts.help', {
              most: format.number(wallLimits.layouts),
            })}
            maxLength={wallLimits.nameLength}
            notSaved={t('monitoring:layouts.notSaved')}
            action={t('monitoring:layouts.save')}
            disabled={isFull}
            saving={create}
            bodyOf={(name) => bodyOf(wall, name)}
            onSaved={(name) => {
              toast({ text: t('monitoring:layouts.saved', { name: isolate(name) }), tone: 'good' })
              onClose()
            }}
          />
        </div>
      )}
    </>
  )
}

function bodyOf({ grid, tiles, rotateS }: ShownWall, name: string): LayoutBody {
  return { name, grid, tiles: tiles.map((tile) => tile || null), rotateS: rotateS || null }
}

interface LayoutMenuProps {
  readonly layout: WallLayout
  readonly wall: ShownWall
  readonly onAsk: (question: 'rename' | 'delete') => void
  readonly onSaved: () => void
}

function LayoutMenu({ layout, wall, onAsk, onSaved }: LayoutMenuProps) {
  const t = useText()
  const save = useSaveLayout(layout.id)
  const onError = useProblemToast(t('monitoring:layouts.notSaved'))
  const label = t('monitoring:layouts.of', { name: layout.name })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      <MenuItem
        icon={<ArrowsClockwise size={16} />}
        onAction={() =>
          save.mutate(bodyOf(wall, layout.name), {
            onSuccess: () => {
              toast({ text: t('monitoring:layouts.saved', { name: isolate(layout.name) }), tone: 'good' })
              onSaved()
            },
            onError,
          })
        }
      >
        {t('monitoring:layouts.update')}
      </MenuItem>
      <MenuItem icon={<PencilSimple size={16} />} onAction={() => onAsk('rename')}>
        {t('monitoring:layouts.rename')}
      </MenuItem>
      <MenuItem danger icon={<Trash size={16} />} onAction={() => onAsk('delete')}>
        {t('monitoring:layouts.delete')}
      </MenuItem>
    </Menu>
  )
}

function RenameLayout({ layout, onClose }: { readonly layout: WallLayout; readonly onClose: () => void }) {
  const t = useText()
  const saving = useSaveLayout(layout.id)
  const { grid, tiles, rotateS } = layout
  return (
    <RowPrompt label={t('monitoring:layouts.rename')} onLeave={onClose}>
      <NameForm
        autoFocus
        label={t('monitoring:layouts.name')}
        maxLength={wallLimits.nameLength}
        notSaved={t('monitoring:layouts.notSaved')}
        initial={layout.name}
        action={t('monitoring:layouts.save')}
        saving={saving}
        bodyOf={(name): LayoutBody => ({ name, grid, tiles, rotateS })}
        onSaved={onClose}
      >
        <Button variant="quiet" onPress={onClose}>
          {t('monitoring:arrange.cancel')}
        </Button>
      </NameForm>
    </RowPrompt>
  )
}

interface DeleteLayoutProps {
  readonly layout: WallLayout
  readonly onClose: () => void
  readonly onGone: () => void
}

function DeleteLayout({ layout, onClose, onGone }: DeleteLayoutProps) {
  const t = useText()
  const deleting = useDeleteLayout(layout.id)
  const name = isolate(layout.name)
  return (
    <DeletePrompt
      title={t('monitoring:layouts.deleteTitle', { name })}
      note={t('monitoring:layouts.deleteAbout')}
      keep={t('monitoring:arrange.cancel')}
      action={t('monitoring:layouts.delete')}
      notDeleted={t('monitoring:layouts.notDeleted')}
      deleting={deleting}
      onClose={onClose}
      onDeleted={() => {
        toast({ text: t('monitoring:layouts.deleted', { name }), tone: 'good' })
        onGone()
      }}
    />
  )
}
