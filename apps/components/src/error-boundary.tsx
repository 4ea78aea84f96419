import { Component, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** What is said instead of what cannot be shown. */
  sentence?: (error: Error) => string;
  again?: string;
};

/** Keeps what goes wrong in one view from taking the others with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, sentence = ({ message }) => `This view cannot be shown: ${message}` } = this.props;
    if (error === undefined) return children;
    const again = <Button onClick={() => location.reload()}>{this.props.again ?? 'Reload'}</Button>;
    return (
      <div className="p-4">
        <Banner look="alarm" action={again}>
          {sentence(error)}
        </Banner>
      </div>
    );
  }
}
