/** Says what went wrong, and offers another try. */
export function Failure({ text, onTryAgain }: { text: string; onTryAgain?: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>{text}</p>
      {onTryAgain !== undefined && (
        <button type="button" onClick={onTryAgain}>
          Try again
        </button>
      )}
    </div>
  );
}
