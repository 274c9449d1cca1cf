//! Sorting short lists with little code.

/// Sorts a list of a few dozen elements by a key; equal ones keep their order. The library's sort is as fast for so few, but adds
/// about four kilobytes to the app for every type it is called with.
///
/// ```
/// let mut words = ["stone", "bridge", "clan", "guild"];
/// shangrila_table::sort_short_list(&mut words, |word| word.len());
/// assert_eq!(words, ["clan", "stone", "guild", "bridge"]);
/// ```
pub fn sort_short_list<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place]) < key(&list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}
