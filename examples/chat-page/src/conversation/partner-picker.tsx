import type { Partner } from '../server/ask-server.ts';

type PickerProps = {
  partners: readonly Partner[];
  /** Who was picked, if somebody was. */
  chosen: { kind: string; name: string } | undefined;
  onPick: (partner: Partner) => void;
};

/** Lets the reader choose whom to talk to. Who cannot be talked to says why. */
export function PartnerPicker({ partners, chosen, onPick }: PickerProps) {
  return (
    <fieldset className="partners">
      <legend>Who should answer?</legend>
      {partners.map((partner) => {
        const { name, kind, available, reason } = partner;
        const isChosen = chosen === undefined ? partner.default === true : chosen.kind === kind && chosen.name === name;
        return (
          <label key={`${kind} ${name}`} className={available ? undefined : 'missing'}>
            <input
              type="radio"
              name="partner"
              checked={isChosen}
              disabled={!available}
              onChange={() => onPick(partner)}
            />
            <span className="name">{name}</span>
            <span className="kind">{kind}</span>
            {!available && <span className="why">{reason}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
