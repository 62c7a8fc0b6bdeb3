import { Alert, Burger, Button, Loader, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, SESSION, sendJson, whenSessionEnds } from './api/client.ts'
import { JOBS, useUnfinishedJobs } from './api/jobs.ts'
import { queryClient, REQUESTS, useIsServerAway, useOpenRequests, useSession } from './api/queries.ts'
import type { Session } from './api/types.ts'
import { useHistory } from './history.ts'
import { DictionaryPage } from './pages/dictionary.tsx'
import { HistoryPage } from './pages/history.tsx'
import { KeysPage } from './pages/keys.tsx'
import { LivePage } from './pages/live.tsx'
import { PacksPage } from './pages/packs.tsx'
import { SpeakPage } from './pages/speak.tsx'
import { TextPage } from './pages/text.tsx'
import { UsagePage } from './pages/usage.tsx'
import { VoicesPage } from './pages/voices.tsx'
import { Count } from './parts/count.tsx'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { Icon, type IconName, Logo } from './parts/icons.tsx'
import { SamplesProvider } from './parts/samples.tsx'
import { SignIn } from './parts/sign-in.tsx'
import { hrefOf, navigate, usePath } from './router.ts'
import { writeText } from './stored.ts'
import { useWorkspace, WorkspaceProvider } from './workspace.tsx'

// What few need is loaded when it is opened.
const LatencyPage = lazy(() =>
  import('./pages/latency.tsx').then(({ LatencyPage: component }) => ({ default: component })),
)
const AgentPage = lazy(() => import('./pages/agent.tsx').then(({ AgentPage: component }) => ({ default: component })))
const JobsPage = lazy(() => import('./pages/jobs.tsx').then(({ JobsPage: component }) => ({ default: component })))

interface Page {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  readonly isForAdmins?: boolean
  /** Whether its path goes on after a slash. */
  readonly hasParts?: boolean
  readonly component: ComponentType
}

const PAGES: readonly Page[] = [
  { path: '', title: 'Speak', icon: 'speak', component: SpeakPage },
  { path: 'voices', title: 'Voices', icon: 'voices', component: VoicesPage },
  { path: 'jobs', title: 'Jobs', icon: 'jobs', hasParts: true, component: JobsPage },
  { path: 'agent', title: 'Build a voice agent', icon: 'agent', component: AgentPage },
  { path: 'latency', title: 'Latency lab', icon: 'latency', component: LatencyPage },
  { path: 'text', title: 'Pronunciation check', icon: 'text', component: TextPage },
  { path: 'dictionary', title: 'Dictionary', icon: 'dictionary', component: DictionaryPage },
  { path: 'keys', title: 'Keys', icon: 'keys', isForAdmins: true, component: KeysPage },
  { path: 'usage', title: 'Usage', icon: 'usage', component: UsagePage },
  { path: 'live', title: 'Live', icon: 'live', isForAdmins: true, component: LivePage },
  { path: 'packs', title: 'Packs', icon: 'packs', isForAdmins: true, component: PacksPage },
  { path: 'history', title: 'History', icon: 'history', component: HistoryPage },
]

export function App() {
  const session = useSession()
  // Once somebody has signed in, the pages stay, hidden, when the session expires: nothing that was typed is lost.
  const [isOpen, setIsOpen] = useState(false)
  const signedIn = session.data ?? null
  useEffect(() => {
    whenSessionEnds(() => queryClient.setQueryData([SESSION], null))
  }, [])
  useEffect(() => {
    if (signedIn !== null) setIsOpen(true)
  }, [signedIn])

  async function signOut() {
    await sendJson('DELETE', SESSION).catch(() => {})
    writeText(null)
    location.assign(hrefOf(''))
  }

  const isAway = session.failureReason instanceof ApiError && session.failureReason.status === 0
  if (session.isPending)
    return (
      <output className="sign-in">
        {isAway ? 'The server cannot be reached. Trying again …' : <Loader aria-label="Loading" />}
      </output>
    )
  return (
    <>
      {signedIn === null && <SignIn hasExpired={isOpen} />}
      {(isOpen || signedIn) && (
        <div hidden={signedIn === null}>
          <WorkspaceProvider>
            <SamplesProvider>
              <Frame session={signedIn} signOut={signOut} />
            </SamplesProvider>
          </WorkspaceProvider>
        </div>
      )}
    </>
  )
}

function Frame({ session, signOut }: { session: Session | null; signOut: () => void }) {
  const path = usePath()
  const { speaker, listener } = useWorkspace()
  useHistory(speaker, session?.keyId)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const openRequests = useOpenRequests()
  const unfinishedJobs = useUnfinishedJobs()
  const isAdmin = session?.roles.includes('admin') ?? true
  const pages = PAGES.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const page = pages.find((each) => path === each.path || (each.hasParts && path.startsWith(`${each.path}/`)))

  useEffect(() => {
    document.title = `${page?.title ?? 'Not found'} · Hoarfrost`
  }, [page])

  // A page starts at its top, with the focus in it, what the page before let one hear ends, and new requests and jobs are
  // counted.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    listener.stop()
    for (const queryKey of [[REQUESTS], [JOBS]])
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
    scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path, listener])

  function follow(event: MouseEvent, to: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    navigate(to)
    setIsMenuOpen(false)
    main.current?.focus({ preventScroll: true })
  }

  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top-bar">
        <span className="brand">
          <Logo /> Hoarfrost
        </span>
        <Burger
          opened={isMenuOpen}
          onClick={() => setIsMenuOpen(!isMenuOpen)}
          size="sm"
          aria-label="Menu"
          aria-expanded={isMenuOpen}
        />
      </header>
      <nav className="sidebar" aria-label="Pages" data-open={isMenuOpen || undefined}>
        <span className="brand">
          <Logo /> Hoarfrost
        </span>
        {pages.map((each) => (
          <a
            key={each.path}
            className="nav-link"
            href={hrefOf(each.path)}
            aria-current={each === page ? 'page' : undefined}
            onClick={(event) => follow(event, each.path)}
          >
            <Icon name={each.icon} /> {each.title}
            {each.path === 'dictionary' && <Count value={openRequests} of="open requests" />}
            {each.path === 'jobs' && <Count value={unfinishedJobs} of="jobs in progress" />}
          </a>
        ))}
        {/* The pages keep what was typed. */}
        <a className="nav-link" href="/docs" target="_blank" rel="noreferrer">
          <Icon name="docs" /> API reference
        </a>
        <div className="sidebar-foot">
          <ColorScheme />
          <span className="quiet">
            Signed in with the key {session?.name || session?.keyId}
            <br />
            Hoarfrost {session?.version}
          </span>
          <Button variant="default" size="compact-sm" onClick={signOut}>
            Sign out
          </Button>
        </div>
      </nav>
      <main className="main" id="main" ref={main} tabIndex={-1}>
        <ConnectionState />
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loader aria-label="Loading" />}>{page ? <page.component /> : <NotFound />}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

function ConnectionState() {
  const isAway = useIsServerAway()
  return (
    <output>
      {isAway && (
        <Alert color="yellow" mb="md">
          The connection to the server is lost. Trying again …
        </Alert>
      )}
    </output>
  )
}

function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Colours"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
      data={[
        { value: 'auto', label: 'Auto' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  )
}

const NotFound = () => <p className="empty">There is no such page.</p>
