import { Banner, Button } from '@posthouse/components';
import { Component, type ReactNode } from 'react';

/** Keeps what goes wrong in one view from taking the others with it. */
export class ErrorFence extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="p-4">
        <Banner look="alarm" action={<Button onClick={() => location.reload()}>Load again</Button>}>
          This view cannot be shown: {error.message}
        </Banner>
      </div>
    );
  }
}
