//! Soft sounds synthesised with Web Audio: wood for tiles, a bell for journeys, a low drum for stones.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// A sound effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    Choose,
    Place,
    Recruit,
    Journey,
    Bridge,
    Stone,
    /// It is the player's turn, after others have moved.
    Turn,
}

/// A tone: frequency in hertz, start and fade in seconds, volume.
type Tone = (f32, f64, f64, f32);

impl Sound {
    const fn tones(self) -> (OscillatorType, &'static [Tone]) {
        match self {
            Sound::Choose => (OscillatorType::Sine, &[(660.0, 0.0, 0.08, 0.05)]),
            Sound::Place => (OscillatorType::Triangle, &[(196.0, 0.0, 0.16, 0.2), (392.0, 0.0, 0.06, 0.06)]),
            Sound::Recruit => (OscillatorType::Triangle, &[(220.0, 0.0, 0.14, 0.16), (294.0, 0.09, 0.16, 0.16)]),
            Sound::Journey => {
                (OscillatorType::Sine, &[(523.0, 0.0, 0.9, 0.08), (784.0, 0.12, 0.8, 0.06), (1046.0, 0.24, 0.7, 0.04)])
            }
            Sound::Bridge => (OscillatorType::Triangle, &[(147.0, 0.0, 0.25, 0.16), (110.0, 0.1, 0.35, 0.14)]),
            Sound::Turn => (OscillatorType::Sine, &[(587.0, 0.0, 0.5, 0.1), (880.0, 0.14, 0.7, 0.08)]),
            Sound::Stone => (OscillatorType::Sine, &[(82.0, 0.0, 0.6, 0.35), (123.0, 0.0, 0.3, 0.12)]),
        }
    }
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Turns all sounds on or off.
pub(crate) fn set_enabled(on: bool) {
    ON.set(on);
}

/// Plays a sound, if sounds are on and the browser supports them.
pub(crate) fn play(sound: Sound) {
    if ON.get() {
        // Sound is optional: ignore failures.
        let _ = try_play(sound);
    }
}

fn try_play(sound: Sound) -> Result<(), JsValue> {
    CONTEXT.with_borrow_mut(|context| {
        let context = match context {
            Some(context) => context,
            None => context.insert(AudioContext::new()?),
        };
        let now = context.current_time();
        let (shape, tones) = sound.tones();
        for &(frequency, begin, fade, volume) in tones {
            let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
            oscillator.set_type(shape);
            oscillator.frequency().set_value(frequency);
            let volumes = gain.gain();
            volumes.set_value_at_time(0.0001, now + begin)?;
            volumes.exponential_ramp_to_value_at_time(volume, now + begin + 0.012)?;
            volumes.exponential_ramp_to_value_at_time(0.0001, now + begin + fade)?;
            oscillator.connect_with_audio_node(&gain)?;
            gain.connect_with_audio_node(&context.destination())?;
            oscillator.start_with_when(now + begin)?;
            oscillator.stop_with_when(now + begin + fade + 0.05)?;
        }
        Ok(())
    })
}
