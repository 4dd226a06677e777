import { Component, type ReactNode } from 'react';
import { ChunkError } from '#web/base/chunk.ts';
import { ChunkFailedPage, CrashPage } from './failure-pages.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly error: unknown; readonly failed: boolean };

/** Catches errors inside a page, so that the rest of the screen stays usable. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  private readonly retry = (error: ChunkError) => {
    error.retry();
    this.setState({ error: undefined, failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return error instanceof ChunkError ? (
      <ChunkFailedPage onRetry={() => this.retry(error)} />
    ) : (
      <CrashPage />
    );
  }
}
