import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { Button } from '../../src/ui/button'
import type { ButtonSize, ButtonVariant } from '../../src/ui/button-look'
import { CopyText } from '../../src/ui/copy-text'
import { IconButton } from '../../src/ui/icon-button'
import { Kbd } from '../../src/ui/kbd'
import { LanguageMenu } from '../../src/ui/language-menu'
import { LinkButton } from '../../src/ui/link-button'
import { Spinner } from '../../src/ui/spinner'
import { TextLink } from '../../src/ui/text-link'
import { ThemeButton } from '../../src/ui/theme-button'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const variants: readonly ButtonVariant[] = ['primary', 'second', 'quiet', 'link', 'danger']
const sizes: readonly ButtonSize[] = ['small', 'normal', 'large']

export const buttons: Exhibit = {
  name: 'buttons',
  files: [
    'bare-button.tsx',
    'button.tsx',
    'copy-text.tsx',
    'icon-button.tsx',
    'kbd.tsx',
    'link-button.tsx',
    'spinner.tsx',
    'text-link.tsx',
    'theme-button.tsx',
  ],
  Show: Buttons,
}

function Buttons() {
  const words = useWords()
  const icon = <Plus size={16} />
  return (
    <div className="flex flex-col gap-4 pt-4">
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {words.action}
            </Button>
          ))}
          <Button variant={variant} icon={icon}>
            {words.action}
          </Button>
          <Button variant={variant} disabled>
            {words.action}
          </Button>
          <Button variant={variant} busy>
            {words.action}
          </Button>
          <LinkButton to="/" variant={variant} icon={icon}>
            {words.name}
          </LinkButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <IconButton label={words.action}>{icon}</IconButton>
        <IconButton label={words.action} size="small" outlined>
          {icon}
        </IconButton>
        <IconButton label={words.action} disabled>
          {icon}
        </IconButton>
        <ThemeButton />
        <Spinner />
        <Kbd>K</Kbd>
      </div>
      <p>
        {words.sentence} <TextLink to="/">{words.name}</TextLink>
      </p>
      <CopyText text="0199a000-0000-7000-8000-000000000000" />
    </div>
  )
}

export const languageMenu: Exhibit = {
  name: 'language-menu',
  files: ['language-menu.tsx'],
  opens: 'menu',
  Show: LanguageMenu,
}

export const tooltip: Exhibit = {
  name: 'tooltip',
  files: ['tooltip.tsx', 'tooltip-body.tsx'],
  opens: 'tooltip',
  // It stands at the end of the document, outside of all landmarks, and is read with its button.
  leftOut: ['region'],
  Show: Tip,
}

function Tip() {
  const words = useWords()
  return (
    <IconButton label={words.action}>
      <Plus size={16} />
    </IconButton>
  )
}
